(* Certificates of convergence rates, over Coq's real numbers and in every inner product space.

   The rational numbers of a certificate are read by boolean functions (rate_ok, ...), each with a
   theorem: where the function is true, the inequality holds for every function of the class, every
   minimiser and every run. A file made by verify/coq/export.py is one use of such a theorem.
   Hypotheses are all written out; nothing is assumed beyond Coq's Reals. *)

From Coq Require Export Reals QArith Qreals Qreduction List Lra Bool.
Export ListNotations.
Open Scope R_scope.
Coercion Q2R : Q >-> R.

(* --- spaces ------------------------------------------------------------------------------------ *)

(* A product that is bilinear, symmetric and positive, perhaps not definite (means of products). *)
Record products := {
  vector :> Type;
  zero : vector;
  plus : vector -> vector -> vector;
  scal : R -> vector -> vector;
  dot : vector -> vector -> R;
  dot_zero : forall v, dot zero v = 0;
  dot_plus : forall u v w, dot (plus u v) w = dot u w + dot v w;
  dot_scal : forall a u w, dot (scal a u) w = a * dot u w;
  dot_sym : forall u v, dot u v = dot v u;
  dot_positive : forall u, 0 <= dot u u
}.
Arguments zero {_}. Arguments plus {_}. Arguments scal {_}. Arguments dot {_}.
Definition minus {E : products} (u v : E) := plus u (scal (-1) v).
Infix "[+]" := plus (at level 50, left associativity).
Infix "[-]" := minus (at level 50, left associativity).
Infix "[*]" := scal (at level 40, left associativity).
Notation "<< u , v >>" := (dot u v) (at level 0).

Lemma zero_dot (E : products) (v : E) : <<v, zero>> = 0.
Proof. rewrite dot_sym. apply dot_zero. Qed.
Lemma plus_dot (E : products) (u v w : E) : <<w, u [+] v>> = <<w, u>> + <<w, v>>.
Proof. rewrite dot_sym, dot_plus, !(dot_sym _ w). reflexivity. Qed.
Lemma scal_dot (E : products) a (u w : E) : <<w, a [*] u>> = a * <<w, u>>.
Proof. rewrite dot_sym, dot_scal, (dot_sym _ w). reflexivity. Qed.
Ltac dots := unfold minus in *;
  rewrite ?dot_zero, ?zero_dot, ?dot_plus, ?plus_dot, ?dot_scal, ?scal_dot in *;
  repeat (rewrite ?dot_zero, ?zero_dot, ?dot_plus, ?plus_dot, ?dot_scal, ?scal_dot).

(* An inner product space. *)
Record space := {
  of :> products;
  plus_comm : forall u v : of, u [+] v = v [+] u;
  plus_assoc : forall u v w : of, u [+] (v [+] w) = u [+] v [+] w;
  plus_zero : forall u : of, u [+] zero = u;
  plus_opposite : forall u : of, u [+] (-1) [*] u = zero;
  scal_one : forall u : of, 1 [*] u = u;
  scal_assoc : forall a b (u : of), a [*] (b [*] u) = (a * b) [*] u;
  scal_plus : forall a (u v : of), a [*] (u [+] v) = a [*] u [+] a [*] v;
  plus_scal : forall a b (u : of), (a + b) [*] u = a [*] u [+] b [*] u;
  dot_definite : forall u : of, <<u, u>> = 0 -> u = zero
}.

(* Vectors with the same products are the same. *)
Lemma same (E : space) (u v : E) : (forall w : E, <<u, w>> = <<v, w>>) -> u = v.
Proof.
  intros equal.
  assert (nil : u [+] (-1) [*] v = zero).
  { apply dot_definite. rewrite dot_plus, dot_scal, equal. ring. }
  transitivity (u [+] ((-1) [*] v [+] v)).
  - rewrite (plus_comm _ (_ [*] v)), plus_opposite, plus_zero. reflexivity.
  - rewrite plus_assoc, nil, plus_comm, plus_zero. reflexivity.
Qed.
Ltac vectors := apply same; intros; dots; ring.

(* --- the class S(mu, L) ------------------------------------------------------------------------ *)

Definition norm {E : products} (u : E) := sqrt <<u, u>>.

(* F is mu-strongly convex, G is its gradient and L-Lipschitz. *)
Record strongly_convex_smooth {E : products} (mu L : R) (F : E -> R) (G : E -> E) : Prop := {
  convex : forall x y t, 0 <= t <= 1 ->
    F ((1 - t) [*] x [+] t [*] y) <= (1 - t) * F x + t * F y - mu / 2 * t * (1 - t) * norm (x [-] y) ^ 2;
  gradient : forall x v, derivable_pt_lim (fun t => F (x [+] t [*] v)) 0 <<G x, v>>;
  lipschitz : forall x y, norm (G x [-] G y) <= L * norm (x [-] y)
}.

(* A point, the gradient and the value there. *)
Record sample (E : products) := { location : E; direction : E; excess : R }.
Arguments location {_}. Arguments direction {_}. Arguments excess {_}.

(* The interpolation inequality between two points is I <= 0. *)
Definition I {E : products} (mu L : R) (i j : sample E) :=
  let move := location i [-] location j in
  let turn := direction i [-] direction j in
  excess j - excess i + <<direction j, move>>
  + (<<turn, turn>> + mu * L * <<move, move>> - 2 * mu * <<turn, move>>) / (2 * (L - mu)).
Definition interpolated {E : products} (mu L : R) (samples : list (sample E)) :=
  forall i j, In i samples -> In j samples -> I mu L i j <= 0.

Section Class.
Variables (E : space) (mu L : R) (F : E -> R) (G : E -> E).
Hypothesis order : 0 < mu < L.
Hypothesis member : strongly_convex_smooth mu L F G.

Lemma norm_squared (u : E) : norm u ^ 2 = <<u, u>>.
Proof. unfold norm. simpl. rewrite Rmult_1_r. apply sqrt_sqrt, dot_positive. Qed.

Lemma cauchy_schwarz (u v : E) : <<u, v>> <= norm u * norm v.
Proof.
  unfold norm. rewrite <- sqrt_mult by apply dot_positive.
  destruct (Rle_lt_dec <<u, v>> 0) as [negative | positive].
  { apply Rle_trans with (1 := negative), sqrt_pos. }
  rewrite <- (sqrt_square <<u, v>>) by lra. apply sqrt_le_1_alt.
  pose proof (dot_positive E (<<v, v>> [*] u [-] <<u, v>> [*] v)) as square.
  pose proof (dot_positive E v) as [some | none].
  - dots. rewrite (dot_sym _ v u) in square. apply Rmult_le_reg_l with (1 := some). lra.
  - pose proof (dot_positive E (<<u, u>> [*] v [-] u)) as first.
    pose proof (dot_positive E ((<<u, u>> / <<u, v>> + 1) [*] v [-] u)) as second.
    dots. rewrite (dot_sym _ v u) in second. rewrite <- none in second.
    assert (<<u, u>> / <<u, v>> * <<u, v>> = <<u, u>>) by (field; lra).
    pose proof (dot_positive E u). exfalso. nra.
Qed.

Lemma below (x y : E) : F x + <<G x, y [-] x>> + mu / 2 * <<y [-] x, y [-] x>> <= F y.
Proof.
  apply le_epsilon. intros e positive.
  destruct (gradient _ _ _ _ member x (y [-] x) (e / 2)) as [delta near]; [lra |].
  set (k := <<y [-] x, y [-] x>>) in *. assert (0 <= k) by apply dot_positive.
  pose proof (cond_pos delta) as some.
  set (t := Rmin (delta / 2) (Rmin 1 (e / (mu * k + 1)))).
  assert (0 < mu * k + 1) by nra.
  assert (0 < e / (mu * k + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (small : 0 < t <= 1 /\ t < delta /\ t <= e / (mu * k + 1)).
  { unfold t, Rmin. repeat destruct Rle_dec; repeat split; lra. }
  destruct small as [[above one] [inside tiny]].
  assert (t * (mu * k) <= e).
  { apply Rle_trans with (t * (mu * k + 1)); [nra |].
    apply Rmult_le_compat_r with (r := mu * k + 1) in tiny; [| lra].
    replace (e / (mu * k + 1) * (mu * k + 1)) with e in tiny by (field; lra). exact tiny. }
  assert (close : Rabs ((F (x [+] t [*] (y [-] x)) - F x) / t - <<G x, y [-] x>>) < e / 2).
  { replace (F x) with (F (x [+] 0 [*] (y [-] x))) by (f_equal; vectors).
    rewrite <- (Rplus_0_l t) at 1. apply near; [lra |]. rewrite Rabs_pos_eq; lra. }
  apply Rabs_def2 in close. destruct close as [_ close].
  pose proof (convex _ _ _ _ member x y t) as chord.
  replace ((1 - t) [*] x [+] t [*] y) with (x [+] t [*] (y [-] x)) in chord by vectors.
  rewrite norm_squared in chord.
  replace <<x [-] y, x [-] y>> with k in chord by (unfold k; dots; ring).
  specialize (chord (conj (Rlt_le _ _ above) one)).
  set (step := F (x [+] t [*] (y [-] x))) in *.
  assert ((step - F x) / t * t = step - F x) by (field; lra). nra.
Qed.

Lemma above (x y : E) : F y <= F x + <<G x, y [-] x>> + L / 2 * <<y [-] x, y [-] x>>.
Proof.
  set (v := y [-] x). set (k := <<v, v>>).
  set (phi t := F (x [+] t [*] v) - t * <<G x, v>> - L / 2 * k * t ^ 2).
  assert (slope : forall t, derivable_pt_lim phi t (<<G (x [+] t [*] v), v>> - <<G x, v>> - L * k * t)).
  { intros t. replace (<<G (x [+] t [*] v), v>> - <<G x, v>> - L * k * t)
      with (<<G (x [+] t [*] v), v>> - 1 * <<G x, v>> - L / 2 * k * (INR 2 * t ^ 1)) by (simpl; field).
    apply derivable_pt_lim_minus; [apply derivable_pt_lim_minus |].
    - intros e positive. destruct (gradient _ _ _ _ member (x [+] t [*] v) v e positive) as [delta near].
      exists delta. intros h some small. specialize (near h some small).
      replace (x [+] (t + h) [*] v) with (x [+] t [*] v [+] (0 + h) [*] v) by vectors.
      replace (F (x [+] t [*] v)) with (F (x [+] t [*] v [+] 0 [*] v)) by (f_equal; vectors). exact near.
    - apply (derivable_pt_lim_ext (mult_real_fct <<G x, v>> id)).
      + intros. unfold mult_real_fct, id. ring.
      + rewrite Rmult_comm. apply derivable_pt_lim_scal, derivable_pt_lim_id.
    - apply (derivable_pt_lim_scal (fun t => t ^ 2)), derivable_pt_lim_pow. }
  destruct (MVT_cor2 phi _ 0 1 Rlt_0_1 (fun t _ => slope t)) as [t [mean [low high]]].
  assert (<<G (x [+] t [*] v) [-] G x, v>> <= L * k * t).
  { apply Rle_trans with (1 := cauchy_schwarz _ _).
    apply Rle_trans with (L * norm (t [*] v) * norm v).
    - apply Rmult_le_compat_r; [apply sqrt_pos |].
      pose proof (lipschitz _ _ _ _ member (x [+] t [*] v) x) as bound.
      replace (x [+] t [*] v [-] x) with (t [*] v) in bound by vectors. exact bound.
    - unfold norm. replace <<t [*] v, t [*] v>> with (t ^ 2 * k) by (unfold k; dots; ring).
      rewrite sqrt_mult, sqrt_pow2 by (try apply dot_positive; nra).
      assert (sqrt k * sqrt k = k) by apply sqrt_sqrt, dot_positive. unfold k in *. nra. }
  dots. unfold phi in mean.
  replace (x [+] 1 [*] v) with y in mean by (unfold v; vectors).
  replace (x [+] 0 [*] v) with x in mean by vectors. fold k. lra.
Qed.

(* The sample at x, seen from s. *)
Definition seen (s x : E) := {| location := x [-] s; direction := G x; excess := F x - F s |}.

Lemma interpolation (s x z : E) : I mu L (seen s x) (seen s z) <= 0.
Proof.
  set (y := x [-] / (L - mu) [*] (G x [-] G z [-] mu [*] (x [-] z))).
  pose proof (below z y) as low. pose proof (above x y) as high.
  replace (I _ _ _ _) with (F z + <<G z, y [-] z>> + mu / 2 * <<y [-] z, y [-] z>>
    - (F x + <<G x, y [-] x>> + L / 2 * <<y [-] x, y [-] x>>)); [lra |].
  unfold I, y. simpl. dots.
  rewrite (dot_sym _ (G z) (G x)), (dot_sym _ z x), (dot_sym _ z (G z)), (dot_sym _ z (G x)),
    (dot_sym _ x (G z)), (dot_sym _ x (G x)), (dot_sym _ s x), (dot_sym _ s z). field. lra.
Qed.

Lemma flat (s v : E) : (forall x, F s <= F x) -> <<G s, v>> = 0.
Proof.
  intros least.
  assert (nil : <<G s, G s>> = 0).
  { pose proof (above s (s [+] (- / L) [*] G s)) as high. specialize (least (s [+] (- / L) [*] G s)).
    replace (s [+] (- / L) [*] G s [-] s) with ((- / L) [*] G s) in high by vectors.
    dots. set (k := <<G s, G s>>) in *.
    replace (L / 2 * _) with (/ (2 * L) * k) in high by (field; lra).
    replace (- / L * k) with (-2 * (/ (2 * L) * k)) in high by (field; lra).
    pose proof (dot_positive E (G s)) as [some | none]; [| auto].
    assert (half : 0 < / (2 * L)) by (apply Rinv_0_lt_compat; lra).
    fold k in some. pose proof (Rmult_lt_0_compat _ k half some). lra. }
  apply dot_definite in nil. rewrite nil. apply dot_zero.
Qed.
End Class.

(* --- quadratic forms with rational coefficients ------------------------------------------------ *)

Definition qplus (a b : Q) := Qred (a + b).
Definition qmult (a b : Q) := Qred (a * b).
Lemma qplus_real a b : Q2R (qplus a b) = a + b.
Proof. unfold qplus. rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_plus. Qed.
Lemma qmult_real a b : Q2R (qmult a b) = a * b.
Proof. unfold qmult. rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_mult. Qed.
Lemma real_zero : Q2R 0 = 0. Proof. unfold Q2R. simpl. field. Qed.
Lemma real_one : Q2R 1 = 1. Proof. unfold Q2R. simpl. field. Qed.
Lemma real_minus_one : Q2R (-1) = -1. Proof. unfold Q2R. simpl. field. Qed.
Lemma real_two : Q2R 2 = 2. Proof. unfold Q2R. simpl. field. Qed.
Ltac reals := rewrite ?qplus_real, ?qmult_real, ?Q2R_opp, ?real_zero, ?real_one, ?real_minus_one,
  ?real_two in *.
Definition nonnegative := Qle_bool 0.
Lemma nonnegative_real a : nonnegative a = true -> 0 <= Q2R a.
Proof. intros read. apply Qle_bool_imp_le, Qle_Rle in read. reals. exact read. Qed.
Definition nil (q : Q) := Qeq_bool q 0.
Lemma nil_real q : nil q = true -> Q2R q = 0.
Proof. intros read. apply Qeq_bool_eq, Qeq_eqR in read. reals. exact read. Qed.

(* A row reads a vector off a list of vectors, or a number off a list of numbers. *)
Definition row := list Q.
Fixpoint add (a c : row) : row :=
  match a, c with [], _ => c | _, [] => a | x :: a, y :: c => qplus x y :: add a c end.
Definition times (k : Q) : row -> row := map (qmult k).
Fixpoint mix (a : row) (rows : list row) : row :=
  match a, rows with x :: a, r :: rows => add (times x r) (mix a rows) | _, _ => [] end.
Fixpoint at_ {E : products} (b : list E) (a : row) {struct a} : E :=
  match a, b with x :: a, e :: b => Q2R x [*] e [+] at_ b a | _, _ => zero end.
Fixpoint number (v : list R) (a : row) {struct a} : R :=
  match a, v with x :: a, f :: v => x * f + number v a | _, _ => 0 end.

(* p |e|^2 + <e, r read off b> + the rest at b, at the vectors e :: b. *)
Inductive form := Nil | Cons (p : Q) (r : row) (rest : form).
Fixpoint value {E : products} (b : list E) (f : form) : R :=
  match f, b with
  | Cons p r rest, e :: b => p * <<e, e>> + <<e, at_ b r>> + value b rest
  | _, _ => 0
  end.
Fixpoint sum (f g : form) : form :=
  match f, g with
  | Nil, _ => g
  | _, Nil => f
  | Cons p r f, Cons q s g => Cons (qplus p q) (add r s) (sum f g)
  end.
Fixpoint multiple (k : Q) (f : form) : form :=
  match f with Nil => Nil | Cons p r rest => Cons (qmult k p) (times k r) (multiple k rest) end.
(* k times the product of two rows. *)
Fixpoint product (k : Q) (a c : row) : form :=
  match a, c with
  | x :: a, y :: c =>
      Cons (qmult k (qmult x y)) (add (times (qmult k x) c) (times (qmult k y) a)) (product k a c)
  | _, _ => Nil
  end.
(* The form over a number, by whole numbers where they do. *)
Definition quotient (last p : Q) : Q :=
  let whole := inject_Z (Qnum p / Qnum last) in if Qeq_bool (whole * last) p then whole else p / last.
Fixpoint over (last : Q) (f : form) : form :=
  match f with Nil => Nil | Cons p r rest => Cons (quotient last p) (map (quotient last) r) (over last rest) end.
(* Whether the form is at least 0 at all vectors: by completing squares without fractions, with the
   pivot before (Bareiss). *)
Fixpoint squares (most : nat) (last : Q) (f : form) : bool :=
  match most, f with
  | _, Nil => true
  | O, _ => false
  | S most, Cons p r rest =>
      if nil p then forallb nil r && squares most last rest
      else let half := times (1 # 2) r in
        nonnegative p && squares most p (over last (sum (multiple p rest) (product (-1) half half)))
  end.
(* A common denominator. *)
Fixpoint common (f : form) : Z :=
  match f with
  | Nil => 1%Z
  | Cons p r rest => fold_right (fun x => Z.lcm (Z.pos (Qden x))) (common rest) (p :: p :: r)
  end.
Definition positive (q : Q) := nonnegative q && negb (nil q).
Definition semidefinite (f : form) : bool :=
  let scale := inject_Z (2 * common f) in positive scale && squares 64 1 (multiple scale f).

Section Forms.
Variable E : products.
Implicit Types (b : list E) (a c r : row) (w : E).

Lemma add_real v a c : number v (add a c) = number v a + number v c.
Proof.
  revert v c. induction a as [| x a IH]; intros [| f v] [| y c]; simpl; try ring.
  reals. rewrite IH. ring.
Qed.
Lemma times_real v k a : number v (times k a) = k * number v a.
Proof.
  revert v. induction a as [| x a IH]; intros [| f v]; simpl; try ring.
  reals. rewrite IH. ring.
Qed.
Lemma mix_real v a rows : number v (mix a rows) = number (map (number v) rows) a.
Proof.
  revert rows. induction a as [| x a IH]; intros [| r rows]; simpl; try (destruct v; reflexivity).
  rewrite add_real, times_real, IH. ring.
Qed.
Lemma nil_number v a : forallb nil a = true -> number v a = 0.
Proof.
  revert v. induction a as [| x a IH]; intros [| f v] read; simpl in *; try ring.
  apply andb_true_iff in read as [zero rest]. rewrite (nil_real _ zero), IH by assumption. ring.
Qed.
(* A product with a row's vector is the row's number of the products. *)
Lemma at_number b a w : <<w, at_ b a>> = number (map (dot w) b) a.
Proof.
  revert b. induction a as [| x a IH]; intros [| e b]; simpl; dots; rewrite ?IH; reflexivity.
Qed.
Lemma add_dot b a c w : <<w, at_ b (add a c)>> = <<w, at_ b a>> + <<w, at_ b c>>.
Proof. rewrite !at_number. apply add_real. Qed.
Lemma times_dot b k a w : <<w, at_ b (times k a)>> = k * <<w, at_ b a>>.
Proof. rewrite !at_number. apply times_real. Qed.
Lemma mix_dot b a rows w : <<w, at_ b (mix a rows)>> = <<w, at_ (map (at_ b) rows) a>>.
Proof.
  rewrite !at_number, mix_real, !map_map. f_equal. apply map_ext. intros. symmetry. apply at_number.
Qed.

Lemma sum_value b f g : value b (sum f g) = value b f + value b g.
Proof.
  revert b g. induction f as [| p r f IH]; intros [| e b] [| q s g]; simpl; try ring.
  reals. rewrite add_dot, IH. ring.
Qed.
Lemma multiple_value b k f : value b (multiple k f) = k * value b f.
Proof.
  revert b. induction f as [| p r f IH]; intros [| e b]; simpl; try ring.
  reals. rewrite times_dot, IH. ring.
Qed.
Lemma product_value b k a c : value b (product k a c) = k * <<at_ b a, at_ b c>>.
Proof.
  revert b c. induction a as [| x a IH]; intros [| e b] [| y c]; simpl; dots; try ring.
  rewrite IH, add_dot, !times_dot. reals. rewrite (dot_sym _ (at_ b a) e). ring.
Qed.
Lemma positive_real q : positive q = true -> 0 < Q2R q.
Proof.
  intros read. apply andb_true_iff in read as [sign some].
  destruct (nonnegative_real _ sign) as [above | none]; [exact above |].
  rewrite <- real_zero in none. apply eqR_Qeq, Qeq_sym, Qeq_bool_iff in none. unfold nil in some.
  rewrite none in some. discriminate.
Qed.
Lemma quotient_real last p : 0 < Q2R last -> Q2R (quotient last p) = / last * p.
Proof.
  intros above. unfold quotient. destruct Qeq_bool eqn:whole.
  - apply Qeq_bool_eq, Qeq_eqR in whole. rewrite Q2R_mult in whole. rewrite <- whole. field. lra.
  - unfold Qdiv. rewrite Q2R_mult, Q2R_inv; [ring |].
    intros none. apply Qeq_eqR in none. reals. lra.
Qed.
Lemma over_value b last f : 0 < Q2R last -> value b (over last f) = / last * value b f.
Proof.
  intros above. revert b. induction f as [| p r f IH]; intros [| e b]; simpl; try ring.
  rewrite IH, quotient_real by assumption.
  replace <<e, at_ b (map (quotient last) r)>> with (/ last * <<e, at_ b r>>); [ring |].
  rewrite !at_number. generalize (map (dot e) b). intros v.
  revert v. induction r as [| x r IHr]; intros [| y v]; simpl; try ring.
  rewrite <- IHr, quotient_real by assumption. ring.
Qed.
Lemma squares_value most last b f : 0 < Q2R last -> squares most last f = true -> 0 <= value b f.
Proof.
  revert last b f. induction most as [| most IH]; intros last b [| p r rest] above read; simpl in *;
    try discriminate; destruct b as [| e b]; simpl; try lra.
  destruct (nil p) eqn:none; apply andb_true_iff in read as [first other].
  - rewrite (nil_real _ none), at_number, (nil_number _ _ first). specialize (IH _ b _ above other). lra.
  - assert (pivot : 0 < Q2R p) by (apply positive_real, andb_true_iff; rewrite none; auto).
    specialize (IH _ b _ pivot other).
    rewrite over_value, sum_value, multiple_value, product_value in IH by assumption.
    pose proof (dot_positive E (p [*] e [+] at_ b (times (1 # 2) r))) as square.
    pose proof (Rinv_0_lt_compat _ above). dots. rewrite !times_dot, !(dot_sym _ (at_ b (times _ _))), !times_dot in *.
    replace (Q2R (1 # 2)) with (/ 2) in * by (unfold Q2R; simpl; field). reals.
    apply Rmult_le_reg_l with (1 := pivot). rewrite Rmult_0_r.
    apply (Rmult_le_compat_l last) in IH; [| lra].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l, Rmult_0_r in IH by lra. lra.
Qed.
Lemma semidefinite_value b f : semidefinite f = true -> 0 <= value b f.
Proof.
  intros read. unfold semidefinite in read. apply andb_true_iff in read as [scale read].
  apply positive_real in scale. apply (squares_value _ _ b) in read; [| reals; lra].
  rewrite multiple_value in read. apply Rmult_le_reg_l with (1 := scale). lra.
Qed.
End Forms.

(* --- what a certificate's multipliers prove ---------------------------------------------------- *)

Record point := { place : row; slope : row; height : row }.
Record difference := { quadratic : form; linear : row }.
Definition total {E : products} (b : list E) (v : list R) (d : difference) :=
  value b (quadratic d) + number v (linear d).
Definition both (d e : difference) :=
  {| quadratic := sum (quadratic d) (quadratic e); linear := add (linear d) (linear e) |}.
Definition weigh (k : Q) (d : difference) :=
  {| quadratic := multiple k (quadratic d); linear := times k (linear d) |}.
Definition level (a : row) := {| quadratic := Nil; linear := a |}.
Definition away (a c : row) : row := add a (times (-1) c).

(* The interpolation inequality between two points. *)
Definition condition (mu L : Q) (i j : point) : difference :=
  let move := away (place i) (place j) in
  let turn := away (slope i) (slope j) in
  let share := Qred (/ (2 * (L - mu))) in
  {| quadratic := sum (product 1 (slope j) move) (sum (product share turn turn)
       (sum (product (qmult share (qmult mu L)) move move)
         (product (qmult share (-2 * mu)) turn move)));
     linear := away (height j) (height i) |}.
(* Whether the difference is at least 0 where the points obey all inequalities. *)
Definition proved (mu L : Q) (points : list point) (multipliers : row) (d : difference) : bool :=
  let terms := combine multipliers (list_prod points points) in
  let left := fold_right (fun term => both (weigh (fst term) (condition mu L (fst (snd term)) (snd (snd term)))))
    d terms in
  forallb nonnegative multipliers && semidefinite (quadratic left) && forallb nil (linear left).

(* Vectors with the same products. *)
Definition alike {E : products} (u v : E) := forall w : E, <<w, u>> = <<w, v>>.
Lemma alike_dot (E : products) (u u' t t' : E) : alike u u' -> alike t t' -> <<u, t>> = <<u', t'>>.
Proof. intros first second. rewrite second, dot_sym, first. apply dot_sym. Qed.
(* A point that reads a sample. *)
Record reads {E : products} (b : list E) (v : list R) (p : point) (i : sample E) : Prop := {
  reads_place : alike (at_ b (place p)) (location i);
  reads_slope : alike (at_ b (slope p)) (direction i);
  reads_height : number v (height p) = excess i
}.

Section Multipliers.
Variables (E : products) (mu L : Q) (b : list E) (v : list R).
Hypothesis order : (mu < L)%Q.

Lemma both_total d e : total b v (both d e) = total b v d + total b v e.
Proof. unfold total. simpl. rewrite sum_value, add_real. ring. Qed.
Lemma weigh_total k d : total b v (weigh k d) = k * total b v d.
Proof. unfold total. simpl. rewrite multiple_value, times_real. ring. Qed.
Lemma away_dot a c (w : E) : <<w, at_ b (away a c)>> = <<w, at_ b a>> - <<w, at_ b c>>.
Proof. unfold away. rewrite add_dot, times_dot, real_minus_one. ring. Qed.
Lemma away_real a c : number v (away a c) = number v a - number v c.
Proof. unfold away. rewrite add_real, times_real, real_minus_one. ring. Qed.

Lemma condition_total p q i j : reads b v p i -> reads b v q j ->
  total b v (condition mu L p q) = I mu L i j.
Proof.
  intros [place_p slope_p height_p] [place_q slope_q height_q].
  assert (apart : Q2R L - mu <> 0) by (apply Qlt_Rlt in order; lra).
  assert (move : alike (at_ b (away (place p) (place q))) (location i [-] location j)).
  { intros u. rewrite away_dot, place_p, place_q. dots. ring. }
  assert (turn : alike (at_ b (away (slope p) (slope q))) (direction i [-] direction j)).
  { intros u. rewrite away_dot, slope_p, slope_q. dots. ring. }
  unfold total, I. simpl. rewrite !sum_value, !product_value, away_real. reals.
  rewrite (alike_dot _ _ _ _ _ slope_q move), (alike_dot _ _ _ _ _ turn turn), (alike_dot _ _ _ _ _ move move),
    (alike_dot _ _ _ _ _ turn move), height_p, height_q.
  unfold Qminus. rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_inv, !Q2R_mult, Q2R_plus, Q2R_opp, real_two.
  - replace (Q2R (-2)) with (-2) by (unfold Q2R; simpl; field). field. exact apart.
  - intros equal. apply Qeq_eqR in equal. rewrite Q2R_mult, Q2R_plus, Q2R_opp, real_two, real_zero in equal. lra.
Qed.

Lemma proved_total points samples multipliers d :
  Forall2 (reads b v) points samples -> interpolated mu L samples ->
  proved mu L points multipliers d = true -> 0 <= total b v d.
Proof.
  intros read obey found. unfold proved in found.
  apply andb_true_iff in found as [found values]. apply andb_true_iff in found as [signs psd].
  set (terms := combine _ _) in *. set (left := fold_right _ _ _) in *.
  assert (least : 0 <= total b v left).
  { unfold total. rewrite (nil_number _ _ values). apply (semidefinite_value _ b) in psd. lra. }
  apply Rle_trans with (1 := least).
  assert (some : forall p, In p points -> exists i, In i samples /\ reads b v p i).
  { clear - read. induction read as [| p i points samples own read IH]; intros q []; subst.
    - exists i. split; [left; reflexivity | assumption].
    - destruct (IH q H) as [j [inside one]]. exists j. split; [right |]; assumption. }
  assert (good : forall w p q, In (w, (p, q)) terms -> total b v (weigh w (condition mu L p q)) <= 0).
  { intros w p q inside.
    pose proof (in_combine_l _ _ _ _ inside) as sign. rewrite forallb_forall in signs.
    apply signs, nonnegative_real in sign.
    apply in_combine_r, in_prod_iff in inside as [first second].
    destruct (some p first) as [i [inside_i read_i]]. destruct (some q second) as [j [inside_j read_j]].
    rewrite weigh_total, (condition_total p q i j read_i read_j).
    specialize (obey i j inside_i inside_j). nra. }
  unfold left. clear least values psd left. clearbody terms.
  induction terms as [| [w [p q]] terms IH]; simpl; [lra |].
  rewrite both_total. specialize (good w p q (or_introl eq_refl)) as here.
  specialize (IH (fun w p q inside => good w p q (or_intror inside))). lra.
Qed.
End Multipliers.

(* --- rates ------------------------------------------------------------------------------------- *)

Definition unit (k : nat) : row := repeat 0%Q k ++ [1%Q].
Lemma unit_number v k : number v (unit k) = nth k v 0.
Proof.
  revert v. induction k as [| k IH]; intros [| f v]; simpl; reals; try ring.
  rewrite <- IH. unfold unit. ring.
Qed.
Lemma unit_at (E : products) (b : list E) k : alike (at_ b (unit k)) (nth k b zero).
Proof.
  intros w. rewrite at_number, unit_number.
  replace 0 with <<w, zero>> by apply zero_dot. apply map_nth.
Qed.

(* The form sum_i <u_i, (row i read off all u)>, and k times the form of what rows read. *)
Fixpoint energy {E : products} (Q : list row) (all us : list E) : R :=
  match Q, us with r :: Q, u :: us => <<u, at_ all r>> + energy Q all us | _, _ => 0 end.
Fixpoint form_of (k : Q) (Q : list row) (all us : list row) : form :=
  match Q, us with r :: Q, u :: us => sum (product k u (mix r all)) (form_of k Q all us) | _, _ => Nil end.
(* V = the form Q of vectors + q read off values. *)
Definition V {E : products} (Q : list row) (q : row) (us : list E) (fs : list R) :=
  energy Q us us + number fs q.
Definition V_of (k : Q) (Q : list row) (q : row) (us hs : list row) : difference :=
  {| quadratic := form_of k Q us us; linear := times k (mix q hs) |}.

Section Energy.
Variables (E : products) (b : list E) (v : list R) (Q : list row) (q : row).

Lemma alike_at (us us' : list E) a : Forall2 alike us us' -> alike (at_ us a) (at_ us' a).
Proof.
  intros same w. rewrite !at_number. f_equal. induction same; simpl; f_equal; auto.
Qed.
Lemma energy_alike (all all' us us' : list E) (rows : list row) :
  Forall2 alike all all' -> Forall2 alike us us' -> energy rows all us = energy rows all' us'.
Proof.
  intros other same. revert rows.
  induction same as [| u u' us us' first same IH]; intros [| r rows]; simpl; try reflexivity.
  rewrite IH, (alike_dot _ _ _ _ _ first (alike_at _ _ r other)). reflexivity.
Qed.
Lemma form_value k rows all us :
  value b (form_of k rows all us) = k * energy rows (map (at_ b) all) (map (at_ b) us).
Proof.
  revert us. induction rows as [| r rows IH]; intros [| u us]; simpl; try (destruct b; simpl; ring).
  rewrite sum_value, product_value, mix_dot, IH. ring.
Qed.
Lemma V_total k us hs us' fs : Forall2 alike (map (at_ b) us) us' -> map (number v) hs = fs ->
  total b v (V_of k Q q us hs) = k * V Q q us' fs.
Proof.
  intros same heights. unfold total, V, V_of. simpl.
  rewrite times_real, mix_real, heights, form_value, (energy_alike _ _ _ _ Q same same). ring.
Qed.
End Energy.

Lemma alike_self (E : products) (u : E) : alike u u. Proof. intros w. reflexivity. Qed.
Ltac each tactic := repeat (apply Forall2_cons; [tactic |]); try apply Forall2_nil.

(* Points of a step, read off x, d, g, h, g', h', w (g, h the gradients at y and x, ' after the step)
   and off the values at y, x, y', x'. Before the step the first four and two do. *)
Section Step.
Variables alpha beta eta kick : Q.
Definition moved : row := [0; beta; -alpha; 0; 0; 0; -kick]%Q.
Definition moves (x d : row) := add x (times eta d).
Definition origin := {| place := []; slope := []; height := [] |}.
Definition at_y := {| place := moves (unit 0) (unit 1); slope := unit 2; height := unit 0 |}.
Definition at_x := {| place := unit 0; slope := unit 3; height := unit 1 |}.
Definition next := add (unit 0) moved.
Definition then_y := {| place := moves next moved; slope := unit 4; height := unit 2 |}.
Definition then_x := {| place := next; slope := unit 5; height := unit 3 |}.

Record lyapunov := { Q_ : list row; q_ : row; decrease : row; lower : row; start : row }.
Definition lyapunov_ok (mu L rho2 C c : Q) (m : row) (w : lyapunov) : bool :=
  let V k := V_of k (Q_ w) (q_ w) in
  Qle_bool 0 rho2 && negb (Qle_bool mu 0) && negb (Qle_bool L mu)
  && proved mu L [at_y; at_x; then_y; then_x; origin] (decrease w)
    (both (V rho2 (map unit [0; 1; 2; 3])%nat (map unit [0; 1])%nat)
      (both (V (-1)%Q [next; moved; unit 4; unit 5] (map unit [2; 3])%nat)
        {| quadratic := sum (product c (unit 6) (unit 6))
             (product 2 (unit 6) (mix m (map unit [0; 1; 2; 3])%nat)); linear := [] |}))
  && proved mu L [at_y; at_x; origin] (lower w)
    (both (V 1%Q (map unit [0; 1; 2; 3])%nat (map unit [0; 1])%nat) (level [0; -1]%Q))
  && proved mu L [{| place := unit 0; slope := unit 1; height := unit 0 |}; origin] (start w)
    (both (V (-1)%Q [unit 0; []; unit 1; unit 1] [unit 0; unit 0]) (level [C])).

Variables (mu L rho2 C c : Q) (m : row) (w : lyapunov).
Hypothesis ok : lyapunov_ok mu L rho2 C c m w = true.

Lemma ok_parts : 0 <= rho2 /\ 0 < mu < L.
Proof.
  unfold lyapunov_ok in ok. rewrite !andb_true_iff, !negb_true_iff in ok.
  destruct ok as [[[[[rate low] high] _] _] _].
  apply nonnegative_real in rate.
  assert (forall a b, Qle_bool a b = false -> Q2R b < Q2R a) as order.
  { intros a b' no. apply Qlt_Rlt, Qnot_le_lt. intros yes. apply Qle_bool_iff in yes. congruence. }
  apply order in low, high. reals. auto.
Qed.

Variable E : products.
Let V := V (E := E) (Q_ w) (q_ w).
Definition sampled (x g : E) f := {| location := x; direction := g; excess := f |}.

Lemma step (x d g h y n x' d' g' h' u : E) fy fx fy' fx' :
  alike y (x [+] eta [*] d) -> alike d' (beta [*] d [-] alpha [*] g [-] kick [*] u) ->
  alike x' (x [+] d') -> alike n (x' [+] eta [*] d') ->
  interpolated mu L [sampled y g fy; sampled x h fx; sampled n g' fy'; sampled x' h' fx'; sampled zero zero 0] ->
  V [x'; d'; g'; h'] [fy'; fx'] <= rho2 * V [x; d; g; h] [fy; fx] + c * <<u, u>> + 2 * <<u, at_ [x; d; g; h] m>>.
Proof.
  intros is_y is_d is_x is_n obey.
  pose proof ok as read. unfold lyapunov_ok in read. rewrite !andb_true_iff in read.
  destruct read as [[[_ found] _] _].
  set (b := [x; d; g; h; g'; h'; u]). set (v := [fy; fx; fy'; fx']).
  assert (to_d : alike (at_ b moved) d').
  { intros t. rewrite is_d, at_number. simpl. reals. dots. ring. }
  assert (to_x : alike (at_ b next) x').
  { intros t. unfold next. rewrite add_dot, to_d, (unit_at _ b 0%nat t), is_x. dots. reflexivity. }
  apply (proved_total E mu L b v) with
    (samples := [sampled y g fy; sampled x h fx; sampled n g' fy'; sampled x' h' fx'; sampled zero zero 0]) in found.
  - rewrite !both_total in found.
    rewrite (V_total E b v _ _ _ _ _ [x; d; g; h] [fy; fx]) in found.
    rewrite (V_total E b v _ _ _ _ _ [x'; d'; g'; h'] [fy'; fx']) in found.
    + unfold total in found. cbn [quadratic linear] in found.
      rewrite sum_value, !product_value, mix_dot in found.
      rewrite (alike_dot _ _ _ _ _ (unit_at _ b 6%nat) (unit_at _ b 6%nat)) in found.
      rewrite (alike_dot _ _ u _ (at_ [x; d; g; h] m) (unit_at _ b 6%nat)) in found; [| apply alike_at].
      * reals. simpl in found. fold V in found. lra.
      * each ltac:(apply unit_at).
    + each ltac:(assumption || apply unit_at).
    + cbn [map]. rewrite !unit_number. reflexivity.
    + each ltac:(apply unit_at).
    + cbn [map]. rewrite !unit_number. reflexivity.
  - apply Rlt_Qlt, ok_parts.
  - each ltac:(constructor; cbn [place slope height at_y at_x then_y then_x origin]; try apply unit_at; try apply unit_number; try assumption;
      try apply alike_self; try reflexivity).
    + intros t. rewrite is_y. unfold moves. rewrite add_dot, times_dot, (unit_at _ b 0%nat t), (unit_at _ b 1%nat t). dots. reflexivity.
    + intros t. rewrite is_n. unfold moves. rewrite add_dot, times_dot, to_d, to_x. dots. reflexivity.
  - exact obey.
Qed.

Lemma above_error (x d g h y : E) fy fx : alike y (x [+] eta [*] d) ->
  interpolated mu L [sampled y g fy; sampled x h fx; sampled zero zero 0] -> fx <= V [x; d; g; h] [fy; fx].
Proof.
  intros is_y obey. pose proof ok as read. unfold lyapunov_ok in read. rewrite !andb_true_iff in read.
  destruct read as [[_ found] _].
  set (b := [x; d; g; h]). set (v := [fy; fx]).
  apply (proved_total E mu L b v) with
    (samples := [sampled y g fy; sampled x h fx; sampled zero zero 0]) in found.
  - rewrite both_total, (V_total E b v _ _ _ _ _ b v) in found.
    + unfold total in found. simpl in found. reals. fold V in found. lra.
    + each ltac:(apply unit_at).
    + cbn [map]. rewrite !unit_number. reflexivity.
  - apply Rlt_Qlt, ok_parts.
  - each ltac:(constructor; cbn [place slope height at_y at_x then_y then_x origin]; try apply unit_at; try apply unit_number; try apply alike_self; try reflexivity).
    intros t. rewrite is_y. unfold moves. rewrite add_dot, times_dot, (unit_at _ b 0%nat t), (unit_at _ b 1%nat t). dots. reflexivity.
  - exact obey.
Qed.

Lemma below_start (x g : E) f :
  interpolated mu L [sampled x g f; sampled zero zero 0] -> V [x; zero; g; g] [f; f] <= C * f.
Proof.
  intros obey. pose proof ok as read. unfold lyapunov_ok in read. rewrite !andb_true_iff in read.
  destruct read as [_ found].
  apply (proved_total E mu L [x; g] [f]) with
    (samples := [sampled x g f; sampled zero zero 0]) in found.
  - rewrite both_total, (V_total E [x; g] [f] _ _ _ _ _ [x; zero; g; g] [f; f]) in found.
    + unfold total in found. simpl in found. reals. fold V in found. lra.
    + each ltac:(apply unit_at || apply alike_self).
    + cbn [map]. rewrite !unit_number. reflexivity.
  - apply Rlt_Qlt, ok_parts.
  - each ltac:(constructor; cbn [place slope height at_y at_x then_y then_x origin]; try apply unit_at; try apply unit_number; try apply alike_self; try reflexivity).
  - exact obey.
Qed.
End Step.

(* --- runs -------------------------------------------------------------------------------------- *)

(* A mean of random numbers: linear, monotone, of 1 it is 1. *)
Record expectation (outcome : Type) := {
  mean : (outcome -> R) -> R;
  mean_plus : forall f g, mean (fun o => f o + g o) = mean f + mean g;
  mean_scal : forall a f, mean (fun o => a * f o) = a * mean f;
  mean_order : forall f g, (forall o, f o <= g o) -> mean f <= mean g;
  mean_one : mean (fun _ => 1) = 1
}.
Arguments mean {_}. Arguments mean_plus {_}. Arguments mean_scal {_}. Arguments mean_order {_}.

(* x is a run of the method from rest, last the iterate before, w the error of each gradient. *)
Record noisy_run {E : products} (alpha beta eta : R) (G : E -> E) (w x last : nat -> E) : Prop := {
  rest : last 0%nat = x 0%nat;
  remember : forall t, last (S t) = x t;
  move : forall t, x (S t) = x t [+] beta [*] (x t [-] last t)
    [-] alpha [*] (G (x t [+] eta [*] (x t [-] last t)) [+] w t)
}.
Definition run {E : products} (alpha beta eta : R) (G : E -> E) := noisy_run alpha beta eta G (fun _ => zero).
Definition minimises {E : products} (F : E -> R) (s : E) := forall x, F s <= F x.
(* The mean of w_t given x_0 and w_0, ..., w_(t-1) is 0: its product with whatever they determine is. *)
Definition unbiased {outcome} (P : expectation outcome) {E : products} (start : outcome -> E)
    (w : nat -> outcome -> E) :=
  forall t (z : outcome -> E),
  (forall a b, start a = start b -> (forall k, (k < t)%nat -> w k a = w k b) -> z a = z b) ->
  mean P (fun o => <<w t o, z o>>) = 0.
(* The sum over k < t of r^(t-1-k) e_k. *)
Fixpoint faded (r : R) (e : nat -> R) (t : nat) : R :=
  match t with O => 0 | S t => r * faded r e t + e t end.

Section Random.
Variables (outcome : Type) (P : expectation outcome).

Lemma mean_same f g : (forall o, f o = g o) -> mean P f = mean P g.
Proof. intros same. apply Rle_antisym; apply mean_order; intros; rewrite same; apply Rle_refl. Qed.
Lemma mean_zero : mean P (fun _ => 0) = 0.
Proof.
  transitivity (mean P (fun _ => 0 * 1)); [apply mean_same; intros; ring |].
  rewrite mean_scal. ring.
Qed.

(* Random vectors and the means of their products. *)
Definition random (E : products) : products.
Proof.
  refine {| vector := outcome -> E; zero := fun _ => zero; plus u v := fun o => u o [+] v o;
    scal a u := fun o => a [*] u o; dot u v := mean P (fun o => <<u o, v o>>) |}.
  - intros. rewrite <- mean_zero. apply mean_same. intros. apply dot_zero.
  - intros. rewrite <- mean_plus. apply mean_same. intros. apply dot_plus.
  - intros. rewrite <- mean_scal. apply mean_same. intros. apply dot_scal.
  - intros. apply mean_same. intros. apply dot_sym.
  - intros. rewrite <- mean_zero. apply mean_order. intros. apply dot_positive.
Defined.

Definition random_sample {E : products} (i : outcome -> sample E) : sample (random E) :=
  Build_sample (random E) (fun o => location (i o)) (fun o => direction (i o)) (mean P (fun o => excess (i o))).
Lemma mean_interpolated (E : products) (mu L : R) (i j : outcome -> sample E) :
  (forall o, I mu L (i o) (j o) <= 0) -> I mu L (random_sample i) (random_sample j) <= 0.
Proof.
  intros obey. apply (mean_order P) in obey. rewrite mean_zero in obey.
  apply Rle_trans with (2 := obey). right. unfold I. simpl. unfold Rminus, Rdiv.
  set (share := / _).
  transitivity (mean P (fun o => excess (j o)) + (-1) * mean P (fun o => excess (i o))
    + mean P (fun o => <<direction (j o), location (i o) [-] location (j o)>>)
    + share * mean P (fun o => <<direction (i o) [-] direction (j o), direction (i o) [-] direction (j o)>>)
    + (share * mu * L) * mean P (fun o => <<location (i o) [-] location (j o), location (i o) [-] location (j o)>>)
    + (-2 * share * mu) * mean P (fun o => <<direction (i o) [-] direction (j o), location (i o) [-] location (j o)>>)).
  - unfold minus. simpl. ring.
  - rewrite <- !mean_scal, <- !mean_plus. apply mean_same. intros. ring.
Qed.
End Random.

(* Errors of the gradient that count kick / alpha times: all of them, or none. *)
Section Certified.
Variables (alpha beta eta kick mu L rho2 C c : Q) (m : row) (w : lyapunov).
Hypothesis ok : lyapunov_ok alpha beta eta kick mu L rho2 C c m w = true.
Variables (E : space) (F : E -> R) (G : E -> E) (s : E) (outcome : Type) (P : expectation outcome).
Variables x last u : nat -> outcome -> E.
Hypothesis member : strongly_convex_smooth mu L F G.
Hypothesis least : minimises F s.
Let y t o := x t o [+] eta [*] (x t o [-] last t o).
Hypothesis starts : forall o, last 0%nat o = x 0%nat o.
Hypothesis remembers : forall t o, last (S t) o = x t o.
Hypothesis steps : forall t o, x (S t) o = x t o [+] beta [*] (x t o [-] last t o)
  [-] alpha [*] G (y t o) [-] kick [*] u t o.
Hypothesis fair : unbiased P (x 0%nat) u.

Let look (p : outcome -> E) : sample (random outcome P E) := random_sample outcome P (fun o => seen E F G s (p o)).
Lemma all_interpolated points : interpolated mu L (map look points ++ [sampled (random outcome P E) zero zero 0]).
Proof.
  destruct (ok_parts _ _ _ _ _ _ _ _ _ _ _ ok) as [_ order].
  assert (origin : look (fun _ => s) = sampled (random outcome P E) zero zero 0).
  { unfold look, random_sample, sampled, seen. simpl. f_equal.
    - replace (s [-] s) with (@zero E) by vectors. reflexivity.
    - replace (G s) with (@zero E); [reflexivity |]. apply same. intros v.
      rewrite (flat E mu L F G order member); [apply dot_zero | exact least].
    - rewrite <- (mean_zero outcome P). apply mean_same. intros. ring. }
  rewrite <- origin. change [look (fun _ => s)] with (map look [fun _ => s]). rewrite <- map_app.
  intros i j first second. apply in_map_iff in first as [p [<- _]], second as [q [<- _]].
  apply mean_interpolated. intros o. apply interpolation; assumption.
Qed.

Lemma determined t a b : x 0%nat a = x 0%nat b -> (forall k, (k < t)%nat -> u k a = u k b) ->
  x t a = x t b /\ last t a = last t b.
Proof.
  intros first. induction t as [| t IH]; intros past.
  - rewrite !starts. auto.
  - destruct IH as [now before]; [intros; apply past; auto |].
    rewrite !steps, !remembers. unfold y. rewrite now, before, (past t); auto.
Qed.

Theorem certified t : mean P (fun o => F (x t o) - F s)
  <= C * rho2 ^ t * mean P (fun o => F (x 0%nat o) - F s) + c * faded rho2 (fun k => mean P (fun o => <<u k o, u k o>>)) t.
Proof.
  destruct (ok_parts _ _ _ _ _ _ _ _ _ _ _ ok) as [rate order].
  set (X t := (fun o => x t o [-] s) : random outcome P E).
  set (D t := (fun o => x t o [-] last t o) : random outcome P E).
  set (Gy t := (fun o => G (y t o)) : random outcome P E). set (Gx t := (fun o => G (x t o)) : random outcome P E).
  set (f p := mean P (fun o => F (p o) - F s)).
  set (U t := V (Q_ w) (q_ w) [X t; D t; Gy t; Gx t] [f (y t); f (x t)]).
  assert (fall : forall t, U (S t) <= rho2 * U t + c * mean P (fun o => <<u t o, u t o>>)).
  { clear t. intros t. pose proof (all_interpolated [y t; x t; y (S t); x (S t)]) as here.
    apply (step _ _ _ _ _ _ _ _ _ _ _ ok (random outcome P E) (X t) (D t) (Gy t) (Gx t) _ _ _ (D (S t)) _ _ (u t)) in here.
    - replace (@dot (random outcome P E) (u t) (at_ [X t; D t; Gy t; Gx t] m)) with 0 in here.
      + rewrite Rmult_0_r, Rplus_0_r in here. exact here.
      + rewrite at_number. symmetry. cbn [map].
        assert (none : forall z : random outcome P E, (forall a b, x t a = x t b -> last t a = last t b -> z a = z b) ->
          @dot (random outcome P E) (u t) z = 0).
        { intros z known. apply fair. intros a b first past.
          destruct (determined t a b first past). apply known; assumption. }
        rewrite !none; try (unfold X, D, Gy, Gx, y; intros a b now before; rewrite now, ?before; reflexivity).
        destruct m as [| ? [| ? [| ? [| ? [|]]]]]; simpl; ring.
    - intros v. apply mean_same. intros o. unfold X, D, y. simpl. dots. ring.
    - intros v. apply mean_same. intros o. unfold X, D, Gy. simpl. rewrite remembers, steps. dots. ring.
    - intros v. apply mean_same. intros o. unfold X, D, Gy. simpl. rewrite remembers. dots. ring.
    - intros v. apply mean_same. intros o. unfold X, D, y. simpl. dots. ring. }
  assert (far : U t <= rho2 ^ t * U 0%nat + c * faded rho2 (fun k => mean P (fun o => <<u k o, u k o>>)) t).
  { induction t as [| t IH]; simpl; [lra |]. specialize (fall t).
    apply Rmult_le_compat_l with (1 := rate) in IH. lra. }
  assert (begin : U 0%nat <= C * f (x 0%nat)).
  { pose proof (all_interpolated [x 0%nat]) as here.
    apply (below_start _ _ _ _ _ _ _ _ _ _ _ ok) in here. simpl in here. unfold U, f.
    apply Rle_trans with (2 := here). right.
    assert (rests : forall o, y 0%nat o = x 0%nat o).
    { intros o. unfold y. rewrite starts. vectors. }
    unfold V. f_equal.
    - apply energy_alike; each ltac:(intros v; apply mean_same; intros o; unfold X, D, Gy, Gx; simpl;
        rewrite ?rests, ?starts; dots; ring).
    - rewrite (mean_same _ P (fun o => F (y 0%nat o) - F s) (fun o => F (x 0%nat o) - F s)); [reflexivity |].
      intros o. rewrite rests. reflexivity. }
  apply Rle_trans with (U t).
  - pose proof (all_interpolated [y t; x t]) as here.
    apply (above_error _ _ _ _ _ _ _ _ _ _ _ ok _ (X t) (D t)) in here; [exact here |].
    intros v. apply mean_same. intros o. unfold X, D, y. simpl. dots. ring.
  - apply Rle_trans with (1 := far). apply Rmult_le_compat_l with (1 := pow_le _ t rate) in begin. fold (f (x 0%nat)). lra.
Qed.
End Certified.

Theorem rate_certified (alpha beta eta mu L rho2 C : Q) (w : lyapunov) :
  lyapunov_ok alpha beta eta 0 mu L rho2 C 0 [] w = true ->
  forall (E : space) (F : E -> R) (G : E -> E) (s : E) (x last : nat -> E),
  strongly_convex_smooth mu L F G -> minimises F s -> run alpha beta eta G x last ->
  forall t, F (x t) - F s <= C * rho2 ^ t * (F (x 0%nat) - F s).
Proof.
  intros ok E F G s x last member least [rest remember move] t.
  set (P := {| mean f := f tt; mean_plus f g := eq_refl; mean_scal a f := eq_refl;
    mean_order f g order := order tt; mean_one := eq_refl |} : expectation Datatypes.unit).
  eapply Rle_trans.
  - apply (certified alpha beta eta 0 mu L rho2 C 0 [] w ok E F G s _ P
      (fun t _ => x t) (fun t _ => last t) (fun _ _ => zero) member least).
    + intros _. exact rest.
    + intros k _. apply remember.
    + intros k _. rewrite move. reals. vectors.
    + intros k z _. apply dot_zero.
  - cbn [mean P]. reals. lra.
Qed.

Theorem noise_certified (alpha beta eta mu L rho2 C c : Q) (m : row) (w : lyapunov) :
  lyapunov_ok alpha beta eta alpha mu L rho2 C c m w = true ->
  forall (E : space) (F : E -> R) (G : E -> E) (s : E) (outcome : Type) (P : expectation outcome)
    (x last w : nat -> outcome -> E),
  strongly_convex_smooth mu L F G -> minimises F s -> unbiased P (x 0%nat) w ->
  (forall o, noisy_run alpha beta eta G (fun t => w t o) (fun t => x t o) (fun t => last t o)) ->
  forall t, mean P (fun o => F (x t o) - F s) <= C * rho2 ^ t * mean P (fun o => F (x 0%nat o) - F s)
    + c * faded rho2 (fun k => mean P (fun o => <<w k o, w k o>>)) t.
Proof.
  intros ok E F G s outcome P x last u member least fair runs.
  apply (certified alpha beta eta alpha mu L rho2 C c m w ok E F G s outcome P x last u); try assumption.
  - intros o. apply runs.
  - intros t o. apply (runs o).
  - intros t o. rewrite (move _ _ _ _ _ _ _ (runs o)). vectors.
Qed.
