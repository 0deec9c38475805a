(* Floors: the mean over time of E M_t, M = F(x) - F*, |x - x*|^2 or |grad F(x)|^2, under noise.

   f = (F - F* - mu/2 |x - x*|^2) / (L - mu) obeys the interpolation inequalities of S(0, 1). V_t reads
   x_t, the last 5 moves and the gradients and values of f at y_(t-1), ..., y_(t-4); what a certificate
   leaves out it gives as 0. Before the start everything is as at the start, where the method rests. *)

From certificates Require Import Theory.
From Coq Require Import Lia.

Inductive measure := Value | Distance | Gradient.
Definition measured {E : products} (F : E -> R) (G : E -> E) (s : E) (by_ : measure) (x : E) : R :=
  match by_ with
  | Value => F x - F s
  | Distance => <<x [-] s, x [-] s>>
  | Gradient => <<G x, G x>>
  end.

(* Rows off x, d_0, ..., d_4, the gradients of f at y_1, ..., y_4, y_0 and x, and w; y_k is y_(t-k) and
   d_k the move to x_(t-k). Values are those of f at y_0, ..., y_4 and x. *)
Section Reader.
Variables (alpha beta eta mu L c : Q) (by_ : measure).
Record floor := { form_ : list row; values : row; fall : row; above : row }.
Fixpoint back (k : nat) : row := match k with O => unit 0 | S k => away (back k) (unit (S k)) end.
Definition asked (k : nat) : row := add (back k) (times eta (unit (S k))).
Definition point_ (k : nat) : point :=
  {| place := asked k; slope := match k with O => unit 10 | S _ => unit (5 + k) end; height := unit k |}.
Definition quiet : row :=
  add (times beta (unit 1)) (add (times (-(alpha * mu)) (asked 0)) (times (-(alpha * (L - mu))) (unit 10))).
Definition moved : row := add quiet (times (-alpha) (unit 12)).
Definition before : list row := map unit (seq 0 10).
Definition after (move : row) : list row :=
  add (unit 0) move :: move :: map unit [1; 2; 3; 4; 10; 6; 7; 8]%nat.
(* Where eta = 0, x is y_0. *)
Definition slope_x : row := unit (if nil eta then 10 else 11).
Definition height_x : row := unit (if nil eta then 0 else 5).
Definition less : difference :=
  match by_ with
  | Value => {| quadratic := product (-1 * mu / 2) (unit 0) (unit 0); linear := times (mu - L) height_x |}
  | Distance => {| quadratic := product (-1) (unit 0) (unit 0); linear := [] |}
  | Gradient => let g := add (times mu (unit 0)) (times (L - mu) slope_x) in
      {| quadratic := product (-1) g g; linear := [] |}
  end.
Definition past := map point_ [1; 2; 3; 4]%nat.
Definition at_point := {| place := unit 0; slope := unit 11; height := unit 5 |}.
(* What the noise is multiplied with in V after the step. *)
Definition cross (w : floor) : row :=
  firstn 12 (times (-alpha) (mix (add (nth 0 (form_ w) []) (nth 1 (form_ w) [])) (after quiet))).
Definition floor_ok (w : floor) : bool :=
  let V k := V_of k (form_ w) (values w) in
  negb (Qle_bool mu 0) && negb (Qle_bool L mu)
  && proved 0 1 (point_ 0 :: past ++ [at_point; origin]) (fall w)
    (both (V 1%Q before (map unit [1; 2; 3; 4]%nat))
      (both (V (-1)%Q (after moved) (map unit [0; 1; 2; 3]%nat))
        (both less {| quadratic := sum (product c (unit 12) (unit 12)) (product 2 (unit 12) (cross w));
          linear := [] |})))
  && proved 0 1 (past ++ [origin]) (above w) (V 1%Q before (map unit [1; 2; 3; 4]%nat)).
End Reader.

Section Sight.
Variables (mu L : Q).
Hypothesis order : 0 < mu < L.
Variables (E : space) (F : E -> R) (G : E -> E) (s : E).
Hypothesis member : strongly_convex_smooth mu L F G.
Hypothesis least : minimises F s.
(* The gradient and the value of f. *)
Definition g (p : E) : E := / (L - mu) [*] (G p [-] mu [*] (p [-] s)).
Definition f (p : E) : R := (F p - F s - mu / 2 * <<p [-] s, p [-] s>>) / (L - mu).
Definition sight (p : E) := sampled E (p [-] s) (g p) (f p).

Lemma sight_interpolated p q : I (Q2R 0) (Q2R 1) (sight p) (sight q) <= 0.
Proof.
  pose proof order as apart.
  replace (I _ _ _ _) with (/ (L - mu) * I mu L (seen E F G s p) (seen E F G s q)).
  - pose proof (interpolation E mu L F G apart member s p q).
    assert (0 < / (L - mu)) by (apply Rinv_0_lt_compat; lra). nra.
  - unfold I, sight, g, f. simpl. reals. dots.
    rewrite (dot_sym _ (G q) (G p)), (dot_sym _ q p), (dot_sym _ q (G q)), (dot_sym _ q (G p)),
      (dot_sym _ p (G q)), (dot_sym _ p (G p)), (dot_sym _ s p), (dot_sym _ s q), (dot_sym _ s (G q)),
      (dot_sym _ s (G p)). field. lra.
Qed.

Lemma sight_origin : sight s = sampled E zero zero 0.
Proof.
  unfold sight, g, f. f_equal.
  - vectors.
  - apply same. intros v. dots. rewrite (flat E mu L F G order member s v least). ring.
  - dots. unfold Rdiv. ring.
Qed.
End Sight.

(* The sum over t < T. *)
Fixpoint total_of (e : nat -> R) (T : nat) : R := match T with O => 0 | S t => total_of e t + e t end.

Section Certified.
Variables (alpha beta eta mu L c : Q) (by_ : measure) (w : floor).
Hypothesis ok : floor_ok alpha beta eta mu L c by_ w = true.
Lemma order : 0 < mu < L.
Proof.
  pose proof ok as read. unfold floor_ok in read. rewrite !andb_true_iff, !negb_true_iff in read.
  destruct read as [[[low high] _] _].
  assert (forall a b, Qle_bool a b = false -> Q2R b < Q2R a) as order.
  { intros a b' no. apply Qlt_Rlt, Qnot_le_lt. intros yes. apply Qle_bool_iff in yes. congruence. }
  apply order in low, high. reals. auto.
Qed.

Variables (E : space) (F : E -> R) (G : E -> E) (s : E).
Hypothesis member : strongly_convex_smooth mu L F G.
Hypothesis least : minimises F s.
Notation g := (g mu L E G s).
Notation f := (f mu L E F s).
Notation sight := (sight mu L E F G s).
Variables (outcome : Type) (P : expectation outcome) (x last u : nat -> outcome -> E).
Let y t o := x t o [+] eta [*] (x t o [-] last t o).
Hypothesis starts : forall o, last 0%nat o = x 0%nat o.
Hypothesis remembers : forall t o, last (S t) o = x t o.
Hypothesis steps : forall t o, x (S t) o = x t o [+] beta [*] (x t o [-] last t o)
  [-] alpha [*] G (y t o) [-] alpha [*] u t o.
Hypothesis fair : unbiased P (x 0%nat) u.

Let space_ := random outcome P E.
Let look (p : outcome -> E) : sample space_ := random_sample outcome P (fun o => sight (p o)).
Let X t : space_ := fun o => x t o [-] s.
Let D t : space_ := fun o => x t o [-] last t o.
Let gy t : space_ := fun o => g (y t o).
Let gx t : space_ := fun o => g (x t o).
Let level_ (p : outcome -> E) := mean P (fun o => f (p o)).
Let old t : list space_ := [X t; D t; D (t - 1); D (t - 2); D (t - 3); D (t - 4);
  gy (t - 1); gy (t - 2); gy (t - 3); gy (t - 4)]%nat.
Let all t : list space_ := old t ++ [gy t; gx t; u t].
Let heights t := [level_ (y t); level_ (y (t - 1)); level_ (y (t - 2)); level_ (y (t - 3)); level_ (y (t - 4));
  level_ (x t)]%nat.
Let U t := V (form_ w) (values w) (old t) [level_ (y (t - 1)); level_ (y (t - 2)); level_ (y (t - 3)); level_ (y (t - 4))]%nat.

Lemma all_interpolated points :
  interpolated (Q2R 0) (Q2R 1) (map look points ++ [sampled space_ zero zero 0]).
Proof.
  assert (origin : look (fun _ => s) = sampled space_ zero zero 0).
  { unfold look, random_sample. rewrite (sight_origin mu L order E F G s member least). simpl. unfold sampled. f_equal. apply mean_zero. }
  rewrite <- origin. change [look (fun _ => s)] with (map look [fun _ => s]). rewrite <- map_app.
  intros i j first second. apply in_map_iff in first as [p [<- _]], second as [q [<- _]].
  apply mean_interpolated. intros o. apply sight_interpolated; [apply order | assumption].
Qed.

Lemma nth_move t k : (k <= 4)%nat -> nth (S k) (all t) zero = D (t - k).
Proof.
  intros few. do 5 (destruct k as [| k]; [simpl; rewrite ?Nat.sub_0_r; reflexivity |]). lia.
Qed.
Lemma back_reads t k : (k <= 4)%nat -> alike (at_ (all t) (back k)) (X (t - k)).
Proof.
  induction k as [| k IH]; intros few v.
  - rewrite Nat.sub_0_r. apply unit_at.
  - cbn [back]. rewrite away_dot, (IH ltac:(lia)), (unit_at _ (all t) (S k) v), nth_move by lia.
    transitivity (<<v, X (t - k) [-] D (t - k)>>); [dots; ring |].
    apply mean_same. intros o. f_equal. unfold minus, X, D. simpl.
    replace (t - S k)%nat with (pred (t - k)) by lia. destruct (t - k)%nat as [| n]; cbn [pred].
    + rewrite starts. vectors.
    + rewrite remembers. vectors.
Qed.
Lemma asked_reads t k : (k <= 4)%nat ->
  alike (at_ (all t) (asked eta k)) (fun o => y (t - k)%nat o [-] s : E).
Proof.
  intros few v. unfold asked. rewrite add_dot, times_dot, back_reads, (unit_at _ (all t) (S k) v), nth_move by lia.
  transitivity (<<v, X (t - k) [+] eta [*] D (t - k)>>); [dots; ring |].
  apply mean_same. intros o. f_equal. unfold X, D, y. simpl. vectors.
Qed.
Lemma point_reads t k : (k <= 4)%nat -> reads (all t) (heights t) (point_ eta k) (look (y (t - k)%nat)).
Proof.
  intros few. constructor.
  - apply asked_reads, few.
  - intros v.
    do 5 (destruct k as [| k]; [simpl slope; rewrite (unit_at _ (all t) _ v); simpl; rewrite ?Nat.sub_0_r; reflexivity |]). lia.
  - cbn [height point_]. rewrite unit_number.
    do 5 (destruct k as [| k]; [simpl; rewrite ?Nat.sub_0_r; reflexivity |]). lia.
Qed.
Lemma past_reads t : Forall2 (reads (all t) (heights t)) (past eta ++ [origin])
  (map look [y (t - 1); y (t - 2); y (t - 3); y (t - 4)]%nat ++ [sampled space_ zero zero 0]).
Proof.
  unfold past. cbn [map app].
  repeat (apply Forall2_cons; [apply point_reads; lia |]). apply Forall2_cons; [| apply Forall2_nil].
  constructor; try apply alike_self. reflexivity.
Qed.

Lemma old_reads t : Forall2 alike (map (at_ (all t)) before) (old t).
Proof. each ltac:(apply unit_at). Qed.

Lemma move_reads t : alike (at_ (all t) (moved alpha beta eta mu L)) (D (S t)).
Proof.
  intros v. unfold moved, quiet. rewrite !add_dot, !times_dot, (asked_reads t 0) by lia.
  rewrite (unit_at _ (all t) 1%nat v), (unit_at _ (all t) 10%nat v), (unit_at _ (all t) 12%nat v), Nat.sub_0_r.
  cbn [nth all old app]. rewrite !Q2R_opp, !Q2R_mult. unfold Qminus. rewrite Q2R_plus, Q2R_opp.
  transitivity (<<v, beta [*] D t [+] (- (alpha * mu)) [*] ((fun o => y t o [-] s) : space_)
    [+] (- (alpha * (L - mu))) [*] gy t [+] (- alpha) [*] (u t : space_)>>); [dots; ring |].
  apply mean_same. intros o. f_equal. unfold D, gy, g. simpl. rewrite remembers, steps.
  pose proof order. apply same. intros z. dots. field. lra.
Qed.
Lemma after_reads t : Forall2 alike (map (at_ (all t)) (after (moved alpha beta eta mu L))) (old (S t)).
Proof.
  unfold after, old. cbn [map]. simpl Nat.sub. rewrite !Nat.sub_0_r.
  apply Forall2_cons.
  { intros v. rewrite add_dot, move_reads, (unit_at _ (all t) 0%nat v). cbn [nth all old app].
    transitivity (<<v, X t [+] D (S t)>>); [dots; ring |].
    apply mean_same. intros o. f_equal. unfold X, D. simpl. rewrite remembers. vectors. }
  apply Forall2_cons; [apply move_reads |].
  each ltac:(apply unit_at).
Qed.

Lemma error_reads t : alike (at_ (all t) (slope_x eta)) (gx t) /\
  number (heights t) (height_x eta) = level_ (x t).
Proof.
  assert (moves : forall o, nil eta = true -> y t o = x t o).
  { intros o none. unfold y. rewrite (nil_real _ none). vectors. }
  unfold slope_x, height_x. rewrite unit_number. destruct (nil eta) eqn:none; split; try reflexivity.
  - intros v. rewrite (unit_at _ (all t) 10%nat v). apply mean_same. intros o.
    cbn [nth all old app]. unfold gy, gx. rewrite (moves o eq_refl). reflexivity.
  - apply mean_same. intros o. rewrite (moves o eq_refl). reflexivity.
  - apply unit_at.
Qed.
Lemma less_total t : total (all t) (heights t) (less eta mu L by_)
  = - mean P (fun o => measured F G s by_ (x t o)).
Proof.
  pose proof order as apart. destruct (error_reads t) as [slope_ height_]. unfold total, less.
  destruct by_; cbn [quadratic linear]; rewrite product_value, ?times_real, ?height_.
  - rewrite !(alike_dot _ _ _ _ _ (unit_at _ (all t) 0%nat) (unit_at _ (all t) 0%nat)).
    cbn [nth all old app heights number]. unfold level_, f, measured.
    unfold Qdiv, Qminus. rewrite !Q2R_mult, Q2R_plus, Q2R_opp. reals.
    replace (Q2R (/ 2)) with (/ 2) by (unfold Q2R; simpl; field).
    transitivity (-1 * mean P (fun o => F (x t o) - F s)); [| ring].
    change (@dot space_ (X t) (X t))
      with (mean P (fun o => <<x t o [-] s, x t o [-] s>>)).
    rewrite <- !mean_scal, <- mean_plus. apply mean_same. intros o. field. lra.
  - rewrite !(alike_dot _ _ _ _ _ (unit_at _ (all t) 0%nat) (unit_at _ (all t) 0%nat)).
    cbn [nth all old app number]. reals. unfold measured.
    change (@dot space_ (X t) (X t))
      with (mean P (fun o => <<x t o [-] s, x t o [-] s>>)). ring.
  - assert (whole : alike (at_ (all t) (add (times mu (unit 0)) (times (L - mu) (slope_x eta)))) ((fun o => G (x t o)) : space_)).
    { intros v. rewrite add_dot, !times_dot, (unit_at _ (all t) 0%nat v), (slope_ v).
      cbn [nth all old app]. unfold Qminus. rewrite Q2R_plus, Q2R_opp.
      transitivity (<<v, mu [*] X t [+] (L - mu) [*] gx t>>); [dots; ring |].
      apply mean_same. intros o. f_equal. unfold X, gx, g. simpl. apply same. intros z. dots. field. lra. }
    rewrite (alike_dot _ _ _ _ _ whole whole). reals. simpl. ring.
Qed.

Lemma number_firstn n v (r : row) : number v (firstn n r) = number (firstn n v) r.
Proof.
  revert v r. induction n as [| n IH]; intros [| e v] [| q r]; simpl; try reflexivity.
  rewrite IH. reflexivity.
Qed.
Lemma number_zeros n (r : row) : number (repeat 0 n) r = 0.
Proof.
  revert n. induction r as [| q r IH]; intros [| n]; simpl; try reflexivity. rewrite IH. ring.
Qed.
Lemma cross_silent t : @dot space_ (u t) (at_ (all t) (cross alpha beta eta mu L w)) = 0.
Proof.
  unfold cross. rewrite at_number, number_firstn.
  assert (none : forall z : space_, (forall a b, (forall k, (k <= t)%nat -> x k a = x k b /\ last k a = last k b) ->
    z a = z b) -> @dot space_ (u t) z = 0).
  { intros z known. apply fair. intros a b first before_. apply known. intros k few.
    apply (determined alpha beta eta alpha E G outcome x last u); try assumption.
    intros j early. apply before_. lia. }
  cbn [all old app map firstn].
  rewrite !none; try (unfold X, D, gy, gx, y; intros a b same_; repeat match goal with
    |- context [x ?k a] => destruct (same_ k ltac:(lia)) as [now then_]; rewrite now, ?then_ end; reflexivity).
  apply (number_zeros 12).
Qed.

Lemma falls t : U (S t) + mean P (fun o => measured F G s by_ (x t o))
  <= U t + c * mean P (fun o => <<u t o, u t o>>).
Proof.
  pose proof ok as read. unfold floor_ok in read. rewrite !andb_true_iff in read.
  destruct read as [[_ found] _].
  apply (proved_total space_ 0 1 (all t) (heights t)) with
    (samples := map look [y (t - 0); y (t - 1); y (t - 2); y (t - 3); y (t - 4); x t]%nat ++ [sampled space_ zero zero 0]) in found.
  - rewrite !both_total, less_total, (V_total space_ _ _ _ _ _ _ _ _ _ (old_reads t) eq_refl),
      (V_total space_ _ _ _ _ _ _ _ _ _ (after_reads t) eq_refl) in found.
    unfold total in found. cbn [quadratic linear] in found. rewrite sum_value, !product_value in found.
    rewrite (alike_dot _ _ _ _ _ (unit_at _ (all t) 12%nat) (unit_at _ (all t) 12%nat)) in found.
    rewrite (alike_dot _ _ (u t : space_) _ _ (unit_at _ (all t) 12%nat) (alike_self _ _)) in found.
    rewrite cross_silent in found. cbn [map] in found. rewrite !unit_number in found.
    cbn [nth all old app heights number] in found. reals.
    unfold U. simpl Nat.sub. rewrite !Nat.sub_0_r.
    change (@dot space_ (u t) (u t)) with (mean P (fun o => <<u t o, u t o>>)) in found. lra.
  - reflexivity.
  - cbn [map app]. apply Forall2_cons; [apply point_reads; lia |].
    repeat (apply Forall2_cons; [apply point_reads; lia |]).
    apply Forall2_cons; [constructor; try apply unit_at; apply unit_number |].
    apply Forall2_cons; [| apply Forall2_nil]. constructor; try apply alike_self. reflexivity.
  - apply all_interpolated.
Qed.

Lemma stays t : 0 <= U t.
Proof.
  pose proof ok as read. unfold floor_ok in read. rewrite !andb_true_iff in read.
  destruct read as [_ found].
  apply (proved_total space_ 0 1 (all t) (heights t) eq_refl _ _ _ _ (past_reads t) (all_interpolated _)) in found.
  rewrite (V_total space_ _ _ _ _ _ _ _ _ _ (old_reads t) eq_refl) in found.
  cbn [map] in found. rewrite !unit_number in found. cbn [nth heights] in found. reals. unfold U. lra.
Qed.

Lemma sums T : total_of (fun t => mean P (fun o => measured F G s by_ (x t o))) T
  <= U 0%nat + c * total_of (fun t => mean P (fun o => <<u t o, u t o>>)) T.
Proof.
  assert (total_of (fun t => mean P (fun o => measured F G s by_ (x t o))) T + U T
    <= U 0%nat + c * total_of (fun t => mean P (fun o => <<u t o, u t o>>)) T).
  { induction T as [| t IH]; simpl; [lra |]. pose proof (falls t). lra. }
  pose proof (stays T). lra.
Qed.
End Certified.

Section Constant.
Variables (outcome : Type) (P : expectation outcome) (E : products).
Lemma mean_constant r : mean P (fun _ => r) = r.
Proof.
  transitivity (mean P (fun _ => r * 1)); [apply mean_same; intros; ring |].
  rewrite mean_scal, mean_one. ring.
Qed.
Definition constant (e : E) : random outcome P E := fun _ => e.
Lemma energy_constant (Q : list row) (every us : list E) :
  energy Q (map constant every) (map constant us) = energy Q every us.
Proof.
  revert us. induction Q as [| r Q IH]; intros [| e us]; cbn [energy map]; try reflexivity.
  rewrite IH, !at_number, map_map. f_equal. f_equal. apply map_ext. intros a. exact (mean_constant <<e, a>>).
Qed.
End Constant.

Theorem floor_certified (alpha beta eta mu L c : Q) (by_ : measure) (w : floor) :
  floor_ok alpha beta eta mu L c by_ w = true ->
  forall (E : space) (F : E -> R) (G : E -> E) (s start : E),
  strongly_convex_smooth mu L F G -> minimises F s ->
  exists V0, forall (outcome : Type) (P : expectation outcome) (x last u : nat -> outcome -> E),
  unbiased P (x 0%nat) u -> (forall o, x 0%nat o = start) ->
  (forall o, noisy_run alpha beta eta G (fun t => u t o) (fun t => x t o) (fun t => last t o)) ->
  forall T, total_of (fun t => mean P (fun o => measured F G s by_ (x t o))) T
    <= V0 + c * total_of (fun t => mean P (fun o => <<u t o, u t o>>)) T.
Proof.
  intros ok E F G s start member least.
  set (gradient := g mu L E G s start). set (level := f mu L E F s start).
  exists (V (form_ w) (values w) [start [-] s; zero; zero; zero; zero; zero; gradient; gradient; gradient; gradient]
    [level; level; level; level]).
  intros outcome P x last u fair begin runs T.
  assert (starts : forall o, last 0%nat o = x 0%nat o) by (intros o; apply (runs o)).
  assert (still : forall o, x 0%nat o [+] eta [*] (x 0%nat o [-] last 0%nat o) = start).
  { intros o. rewrite starts, begin. vectors. }
  eapply Rle_trans.
  - apply (sums alpha beta eta mu L c by_ w ok E F G s member least outcome P x last u); try assumption.
    + intros t o. apply (runs o).
    + intros t o. rewrite (move _ _ _ _ _ _ _ (runs o)). vectors.
  - apply Rplus_le_compat_r. right. unfold V. simpl Nat.sub. f_equal.
    + rewrite <- (energy_constant outcome P E). apply energy_alike; cbn [map];
        each ltac:(intros v; apply mean_same; intros o; unfold constant, gradient; simpl;
          rewrite ?still, ?starts, ?begin; dots; ring).
    + unfold level. rewrite <- (mean_constant outcome P (f mu L E F s start)).
      rewrite (mean_same outcome P _ (fun _ => f mu L E F s start)); [reflexivity |].
      intros o. rewrite still. reflexivity.
Qed.
