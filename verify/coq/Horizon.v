(* Horizons: E F(x_N) - F* after N steps from rest, under noise whose law may depend on the past.

   The noise is a tree: after the noises h, latest first, the next one has finitely many values, with
   probabilities that h decides. So two runs can share their first k noises and go on independently:
   f = (F - F* - mu/2 |x - x*|^2) / (L - mu) obeys the interpolation inequality between a point of
   one and a point of the other. Part p of a random vector is what the p-th noise adds to its mean
   given what came before (part 0: its mean); parts are orthogonal. *)

From certificates Require Import Theory Floor.
From Coq Require Import Lia.

(* --- noise ------------------------------------------------------------------------------------- *)

(* Probabilities and values. *)
Definition law (E : products) := list (R * E).
Fixpoint mean_of {E : products} (l : law E) (f : E -> R) : R :=
  match l with [] => 0 | (r, w) :: l => r * f w + mean_of l f end.
Fixpoint centre_of {E : products} (l : law E) (u : E -> E) : E :=
  match l with [] => zero | (r, w) :: l => r [*] u w [+] centre_of l u end.
Record fair {E : products} (l : law E) : Prop := {
  likely : forall r w, In (r, w) l -> 0 <= r;
  whole : mean_of l (fun _ => 1) = 1;
  centred : centre_of l (fun w => w) = zero
}.
(* Two values across from each other, with equal chances, are such a law. *)
Example coin (E : space) (w : E) : fair [(/ 2, w); (/ 2, (-1) [*] w)].
Proof.
  constructor; simpl; [| field | vectors].
  intros r v [first | [second | []]]; [injection first | injection second]; intros; subst; lra.
Qed.
(* The mean over n more noises. *)
Fixpoint ahead {E : products} (next : list E -> law E) (n : nat) (h : list E) (f : list E -> R) : R :=
  match n with O => f h | S n => mean_of (next h) (fun w => ahead next n (w :: h) f) end.
(* After the noises h the iterate is x h and the one before last h. *)
Record tree_run {E : products} (alpha beta eta : R) (G : E -> E) (x last : list E -> E) : Prop := {
  root : last [] = x [];
  kept : forall w h, last (w :: h) = x h;
  grown : forall w h, x (w :: h) = x h [+] beta [*] (x h [-] last h)
    [-] alpha [*] (G (x h [+] eta [*] (x h [-] last h)) [+] w)
}.
(* No noise where its weight is 0. *)
Definition silent {E : products} (weights : row) (next : list E -> law E) :=
  forall h r w, (length h < length weights)%nat -> Q2R (nth (length h) weights 0%Q) = 0 ->
  In (r, w) (next h) -> w = zero.
(* E|w_t|^2. *)
Definition size_of {E : products} (next : list E -> law E) (t : nat) : R :=
  ahead next (S t) [] (fun h => <<hd zero h, hd zero h>>).

(* --- the reader -------------------------------------------------------------------------------- *)

(* For each j the i, k and multiplier of the conditions between i of one run and j of another that
   share k noises; and those between the minimiser and j. *)
Record horizon := { pairs : list (list (nat * nat * Q)); minimiser : row }.
Inductive begun := Gap | Square.
Section Reader.
Variables (alpha beta eta mu L gain : Q) (weights : row) (by_ : begun) (w : horizon).
Let N := length weights.
(* Rows off the first vector of a part and the gradients of f from point p on. *)
Fixpoint walk (n k : nat) (x d : row) : list (row * row) :=
  match n with
  | O => [(x, unit k)]
  | S n => let y := add x (times eta d) in
      let d' := add (times beta d) (add (times (-(alpha * mu)) y) (times (-(alpha * (L - mu))) (unit k))) in
      (y, unit k) :: walk n (S k) (add x d') d'
  end.
Definition rows_of (p : nat) : list (row * row) :=
  repeat ([], []) p ++ match p with O => walk N 1 (unit 0) [] | S _ => walk (N - p) 1 [-alpha]%Q [-alpha]%Q end.
Definition group (j : nat) := nth j (pairs w) [].
Definition into (j : nat) : Q := fold_right (fun one => qplus (snd one)) (nth j (minimiser w) 0%Q) (group j).
Definition out : row :=
  fold_right (fun one => add (times (snd one) (unit (fst (fst one))))) [] (concat (map group (seq 0 (S N)))).
Definition ends (j : nat) : Q :=
  qplus (match by_, j with Gap, O => gain | _, _ => 0%Q end) (if Nat.eqb j N then -1 else 0)%Q.
Definition left_ (j : nat) : Q := qplus (qplus (into j) (ends j)) (qmult (-1)%Q (nth j out 0%Q)).
(* What the gradient at point j is multiplied with in part p. *)
Definition against (rows : list (row * row)) (p j : nat) : row :=
  let at_point i := nth i rows ([], []) in
  add (times (qplus (into j) (qmult (1 # 2) (ends j))) (snd (at_point j)))
    (add (times (qmult (-1)%Q (into j)) (fst (at_point j)))
      (fold_right (fun one => if Nat.leb p (snd (fst one))
        then add (times (snd one) (away (fst (at_point (fst (fst one)))) (snd (at_point (fst (fst one)))))) else fun r => r)
        [] (group j))).
Fixpoint conditions (rows : list (row * row)) (p n : nat) : form :=
  match n with
  | O => Nil
  | S j => sum (conditions rows p j) (product 1 (snd (nth j rows ([], []))) (against rows p j))
  end.
Definition share_ : Q := Qred (/ (L - mu)).
Definition first_weight (p : nat) : Q :=
  qmult share_ match p, by_ with
    | O, Gap => (gain * mu / 2)%Q
    | O, Square => gain
    | S t, _ => nth t weights 0%Q end.
Definition part_form (p : nat) : form :=
  let rows := rows_of p in let x := fst (nth N rows ([], [])) in
  sum (conditions rows p (S N))
    (sum (product (qmult share_ (- mu / 2)) x x) (product (first_weight p) (unit 0) (unit 0))).
Definition allowed (j : nat) : bool :=
  forallb (fun one => nonnegative (snd one) && Nat.leb (snd (fst one)) (fst (fst one))
    && Nat.leb (snd (fst one)) j && Nat.leb (fst (fst one)) N) (group j).
Definition idle (p : nat) : bool := match p with O => false | S t => nil (nth t weights 0%Q) end.
Definition horizon_ok : bool :=
  negb (Qle_bool mu 0) && negb (Qle_bool L mu) && forallb nonnegative (minimiser w)
  && forallb allowed (seq 0 (S N)) && forallb (fun j => nonnegative (left_ j)) (seq 0 (S N))
  && forallb (fun p => idle p || semidefinite (part_form p)) (seq 0 (S N)).
End Reader.

(* --- means ------------------------------------------------------------------------------------- *)

Section Means.
Variable E : space.

Lemma mean_of_same (l : law E) (f g : E -> R) : (forall r w, In (r, w) l -> f w = g w) -> mean_of l f = mean_of l g.
Proof.
  induction l as [| [r w] l IH]; intros equal; simpl; [reflexivity |].
  rewrite (equal r w (or_introl eq_refl)), IH; [reflexivity | intros; apply (equal r0); right; assumption].
Qed.
Lemma mean_of_plus (l : law E) (f g : E -> R) : mean_of l (fun w => f w + g w) = mean_of l f + mean_of l g.
Proof. induction l as [| [r w] l IH]; simpl; [ring |]. rewrite IH. ring. Qed.
Lemma mean_of_scal (l : law E) a (f : E -> R) : mean_of l (fun w => a * f w) = a * mean_of l f.
Proof. induction l as [| [r w] l IH]; simpl; [ring |]. rewrite IH. ring. Qed.
Lemma mean_of_order (l : law E) (f g : E -> R) : fair l -> (forall w, f w <= g w) -> mean_of l f <= mean_of l g.
Proof.
  intros [sign _ _] order. induction l as [| [r w] l IH]; simpl; [lra |].
  apply Rplus_le_compat.
  - apply Rmult_le_compat_l; [apply (sign r w (or_introl eq_refl)) | apply order].
  - apply IH. intros r' w' inside. apply (sign r' w'). right. exact inside.
Qed.
Lemma centre_dot (l : law E) u (z : E) : <<centre_of l u, z>> = mean_of l (fun w => <<u w, z>>).
Proof. induction l as [| [r w] l IH]; simpl; dots; [reflexivity |]. rewrite IH. reflexivity. Qed.
Lemma centre_same (l : law E) (u v : E -> E) : (forall w, u w = v w) -> centre_of l u = centre_of l v.
Proof.
  intros equal. apply same. intros z. rewrite !centre_dot. apply mean_of_same. intros. rewrite equal. reflexivity.
Qed.
Lemma mean_of_constant (l : law E) a : fair l -> mean_of l (fun _ => a) = a.
Proof.
  intros [_ one _]. transitivity (mean_of l (fun _ => a * 1)); [apply mean_of_same; intros; ring |].
  rewrite mean_of_scal, one. ring.
Qed.
(* The products of what is left after the mean is taken off. *)
Lemma spread (l : law E) (u v : E -> E) : fair l ->
  mean_of l (fun w => <<u w [-] centre_of l u, v w [-] centre_of l v>>)
  = mean_of l (fun w => <<u w, v w>>) - <<centre_of l u, centre_of l v>>.
Proof.
  intros good. set (a := centre_of l u). set (b := centre_of l v).
  transitivity (mean_of l (fun w => <<u w, v w>>) + (-1) * mean_of l (fun w => <<u w, b>>)
    + (-1) * mean_of l (fun w => <<v w, a>>) + mean_of l (fun _ => <<a, b>>)).
  - rewrite <- !mean_of_scal, <- !mean_of_plus. apply mean_of_same. intros r w _. dots.
    rewrite (dot_sym _ a (v w)). ring.
  - rewrite mean_of_constant, <- !centre_dot by assumption. fold a b. rewrite (dot_sym _ b a). ring.
Qed.

Variable next : list E -> law E.
Hypothesis laws : forall h, fair (next h).
Implicit Types (h : list E) (f g : list E -> R) (u v : list E -> E).

Lemma ahead_same n h f g : (forall h', length h' = (n + length h)%nat -> f h' = g h') ->
  ahead next n h f = ahead next n h g.
Proof.
  revert h. induction n as [| n IH]; intros h equal; simpl; [apply equal; reflexivity |].
  apply mean_of_same. intros r w _. apply IH. intros h' long. apply equal. simpl in *. lia.
Qed.
(* The mean over n more noises as one of Theory's. *)
Definition over_next (n : nat) (h : list E) : expectation (list E).
Proof.
  refine {| mean := ahead next n h |}.
  - intros f g. revert h. induction n as [| n IH]; intros h; simpl; [reflexivity |].
    rewrite <- mean_of_plus. apply mean_of_same. intros. apply IH.
  - intros a f. revert h. induction n as [| n IH]; intros h; simpl; [reflexivity |].
    rewrite <- mean_of_scal. apply mean_of_same. intros. apply IH.
  - intros f g order. revert h. induction n as [| n IH]; intros h; simpl; [apply order |].
    apply mean_of_order; [apply laws | intros; apply IH].
  - revert h. induction n as [| n IH]; intros h; simpl; [reflexivity |].
    transitivity (mean_of (next h) (fun _ => 1)); [apply mean_of_same; intros; apply IH | apply laws].
Defined.
Lemma ahead_plus n h f g : ahead next n h (fun a => f a + g a) = ahead next n h f + ahead next n h g.
Proof. apply (mean_plus (over_next n h)). Qed.
Lemma ahead_scal n h a f : ahead next n h (fun b => a * f b) = a * ahead next n h f.
Proof. apply (mean_scal (over_next n h)). Qed.
Lemma ahead_constant n h a : ahead next n h (fun _ => a) = a.
Proof. apply (mean_constant (list E) (over_next n h)). Qed.
Lemma ahead_order n h f g : (forall a, f a <= g a) -> ahead next n h f <= ahead next n h g.
Proof. apply (mean_order (over_next n h)). Qed.
Lemma tower n m h f : ahead next n h (fun a => ahead next m a f) = ahead next (n + m) h f.
Proof.
  revert h. induction n as [| n IH]; intros h; simpl; [reflexivity |]. apply mean_of_same. intros. apply IH.
Qed.
Lemma latest n h f : ahead next (S n) h f = ahead next n h (fun a => mean_of (next a) (fun w => f (w :: a))).
Proof. rewrite <- Nat.add_1_r, <- tower. reflexivity. Qed.

(* The mean of a vector. *)
Fixpoint centre (n : nat) (h : list E) (u : list E -> E) : E :=
  match n with O => u h | S n => centre_of (next h) (fun w => centre n (w :: h) u) end.
Lemma ahead_dot n h u z : <<centre n h u, z>> = ahead next n h (fun a => <<u a, z>>).
Proof.
  revert h. induction n as [| n IH]; intros h; simpl; [reflexivity |].
  rewrite centre_dot. apply mean_of_same. intros. apply IH.
Qed.
Lemma centre_latest n h u : centre (S n) h u = centre n h (fun a => centre_of (next a) (fun w => u (w :: a))).
Proof.
  apply same. intros z. rewrite !ahead_dot, latest. apply ahead_same. intros. rewrite centre_dot. reflexivity.
Qed.
Lemma centre_equal n h u v : (forall a, u a = v a) -> centre n h u = centre n h v.
Proof.
  intros equal. apply same. intros z. rewrite !ahead_dot. apply ahead_same. intros. rewrite equal. reflexivity.
Qed.
Lemma centre_plus n h u v : centre n h (fun a => u a [+] v a) = centre n h u [+] centre n h v.
Proof.
  apply same. intros z. dots. rewrite !ahead_dot, <- ahead_plus. apply ahead_same. intros. dots. reflexivity.
Qed.
Lemma centre_scal n h c u : centre n h (fun a => c [*] u a) = c [*] centre n h u.
Proof.
  apply same. intros z. dots. rewrite !ahead_dot, <- ahead_scal. apply ahead_same. intros. dots. reflexivity.
Qed.

(* --- parts ------------------------------------------------------------------------------------- *)

(* Random vectors after p noises, and the part p of one that is known after t. *)
Definition past (p : nat) : products := random (list E) (over_next p []) E.
Definition part (p t : nat) (u : list E -> E) : past p :=
  if Nat.leb p t then match p with
    | O => fun h => centre t h u
    | S q => fun h => centre (t - S q) h u [-] centre (t - q) (tl h) u
    end
  else fun _ => zero.
(* The mean product of a vector of one run and a vector of another that share p noises. *)
Definition shared (p i j : nat) (u v : list E -> E) : R :=
  ahead next p [] (fun h => <<centre (i - p) h u, centre (j - p) h v>>).

Lemma part_shared q i j u v : (S q <= i)%nat -> (S q <= j)%nat ->
  @dot (past (S q)) (part (S q) i u) (part (S q) j v) = shared (S q) i j u v - shared q i j u v.
Proof.
  intros in_i in_j. unfold part. rewrite (proj2 (Nat.leb_le _ _) in_i), (proj2 (Nat.leb_le _ _) in_j).
  change (ahead next (S q) [] (fun h => <<centre (i - S q) h u [-] centre (i - q) (tl h) u,
    centre (j - S q) h v [-] centre (j - q) (tl h) v>>) = shared (S q) i j u v - shared q i j u v).
  unfold shared. rewrite !latest.
  transitivity (ahead next q [] (fun a => mean_of (next a) (fun w => <<centre (i - S q) (w :: a) u, centre (j - S q) (w :: a) v>>))
    + (-1) * ahead next q [] (fun h => <<centre (i - q) h u, centre (j - q) h v>>)); [| ring].
  rewrite <- ahead_scal, <- ahead_plus. apply ahead_same. intros h _. simpl tl.
  replace (i - q)%nat with (S (i - S q)) by lia. replace (j - q)%nat with (S (j - S q)) by lia.
  simpl centre. rewrite spread by apply laws. ring.
Qed.
Lemma shared_parts k i j u v : (k <= i)%nat -> (k <= j)%nat ->
  shared k i j u v = total_of (fun p => @dot (past p) (part p i u) (part p j v)) (S k).
Proof.
  induction k as [| k IH]; intros in_i in_j.
  - simpl total_of. unfold part, shared. simpl. rewrite !Nat.sub_0_r. ring.
  - change (total_of ?e (S (S k))) with (total_of e (S k) + e (S k)).
    rewrite <- IH, part_shared by lia. ring.
Qed.
Lemma total_same e e' n : (forall p, (p < n)%nat -> e p = e' p) -> total_of e n = total_of e' n.
Proof.
  induction n as [| n IH]; intros equal; simpl; [reflexivity |]. rewrite IH, equal; auto.
Qed.
Lemma total_plus e e' n : total_of (fun p => e p + e' p) n = total_of e n + total_of e' n.
Proof. induction n as [| n IH]; simpl; [ring |]. rewrite IH. ring. Qed.
Lemma total_scal a e n : total_of (fun p => a * e p) n = a * total_of e n.
Proof. induction n as [| n IH]; simpl; [ring |]. rewrite IH. ring. Qed.
Lemma total_order e e' n : (forall p, (p < n)%nat -> e p <= e' p) -> total_of e n <= total_of e' n.
Proof. induction n as [| n IH]; intros order; simpl; [lra |]. apply Rplus_le_compat; auto. Qed.
Lemma total_zero e n : (forall p, (p < n)%nat -> e p = 0) -> total_of e n = 0.
Proof. induction n as [| n IH]; intros none; simpl; [ring |]. rewrite IH, none by auto. ring. Qed.
Lemma total_early e k n : (k <= n)%nat -> (forall p, (k < p)%nat -> e p = 0) ->
  total_of e (S n) = total_of e (S k).
Proof.
  intros few none. induction n as [| n IH].
  - replace k with 0%nat by lia. reflexivity.
  - destruct (Nat.eq_dec k (S n)) as [-> | other]; [reflexivity |].
    change (total_of e (S (S n))) with (total_of e (S n) + e (S n)).
    rewrite IH, none by lia. ring.
Qed.
Lemma total_swap (e : nat -> nat -> R) n m :
  total_of (fun p => total_of (e p) m) n = total_of (fun j => total_of (fun p => e p j) n) m.
Proof.
  induction m as [| m IH]; simpl; [apply total_zero; reflexivity |].
  rewrite <- IH, <- total_plus. reflexivity.
Qed.

(* A vector as its parts 0, ..., N, side by side. *)
Variable N : nat.
Definition sides : products.
Proof.
  refine {| vector := forall p, past p; zero := fun p => zero;
    plus a b := fun p => a p [+] b p; scal k a := fun p => k [*] a p;
    dot a b := total_of (fun p => <<a p, b p>>) (S N) |}.
  - intros. apply total_zero. intros. apply dot_zero.
  - intros. rewrite <- total_plus. apply total_same. intros. apply dot_plus.
  - intros. rewrite <- total_scal. apply total_same. intros. apply dot_scal.
  - intros. apply total_same. intros. apply dot_sym.
  - intros. replace 0 with (total_of (fun _ => 0) (S N)) by (apply total_zero; reflexivity).
    apply total_order. intros. apply dot_positive.
Defined.
Definition all (t : nat) (u : list E -> E) : sides := fun p => part p t u.
Definition cut (k : nat) (a : sides) : sides := fun p => if Nat.leb p k then a p else zero.

Lemma late p t u : (t < p)%nat -> part p t u = zero.
Proof. intros few. unfold part. rewrite (proj2 (Nat.leb_gt _ _) few). reflexivity. Qed.
Lemma shared_cut k i j u v : (k <= i)%nat -> (k <= j)%nat -> (k <= N)%nat ->
  shared k i j u v = <<all j v, cut k (all i u)>>.
Proof.
  intros in_i in_j few. rewrite shared_parts by assumption. symmetry.
  change (total_of (fun p => <<part p j v, cut k (all i u) p>>) (S N)
    = total_of (fun p => <<part p i u, part p j v>>) (S k)).
  rewrite (total_early _ k N few).
  - apply total_same. intros p early. unfold cut. rewrite (proj2 (Nat.leb_le _ _)) by lia. apply dot_sym.
  - intros p past_. unfold cut. rewrite (proj2 (Nat.leb_gt _ _)) by lia. apply zero_dot.
Qed.
Lemma own t u v : (t <= N)%nat -> ahead next t [] (fun h => <<u h, v h>>) = <<all t u, all t v>>.
Proof.
  intros few. transitivity (shared t t t u v).
  { unfold shared. rewrite Nat.sub_diag. reflexivity. }
  rewrite shared_parts by lia. symmetry.
  apply (total_early (fun p => <<part p t u, part p t v>>)); [assumption |].
  intros p past_. rewrite late by assumption. apply dot_zero.
Qed.
(* Where there is no noise there is no part of it. *)
Lemma idle_part q t u (z : past (S q)) : (forall h r w, length h = q -> In (r, w) (next h) -> w = zero) ->
  @dot (past (S q)) (part (S q) t u) z = 0.
Proof.
  intros none. destruct (Nat.leb (S q) t) eqn:late_; [| unfold part; rewrite late_; apply dot_zero].
  unfold part. rewrite late_. apply Nat.leb_le in late_.
  change (ahead next (S q) [] (fun h => <<centre (t - S q) h u [-] centre (t - q) (tl h) u, z h>>) = 0).
  rewrite latest, <- (ahead_constant q [] 0). apply ahead_same. intros h long. rewrite Nat.add_0_r in long.
  rewrite <- (mean_of_constant (next h) 0 (laws h)). apply mean_of_same. intros r w inside.
  rewrite (none h r w long inside). simpl tl. replace (t - q)%nat with (S (t - S q)) by lia. simpl centre.
  replace (centre_of (next h) _) with (centre (t - S q) (zero :: h) u).
  - dots. ring.
  - apply same. intros y. rewrite centre_dot. rewrite <- (mean_of_constant (next h) _ (laws h)) at 1.
    apply mean_of_same. intros r' w' also. rewrite (none h r' w' long also). reflexivity.
Qed.
End Means.

(* --- what a horizon's multipliers prove -------------------------------------------------------- *)

Lemma number_snoc v r (z : R) : number (v ++ [z]) r = number v r + nth (length v) r 0%Q * z.
Proof.
  revert r. induction v as [| y v IH]; intros [| q r]; cbn [number app length nth]; reals; try ring.
  - destruct r; cbn [number]; ring.
  - rewrite IH. ring.
Qed.
Lemma number_seq (e : nat -> R) r n : number (map e (seq 0 n)) r = total_of (fun j => nth j r 0%Q * e j) n.
Proof.
  induction n as [| n IH]; [destruct r; reflexivity |].
  rewrite seq_S, map_app. simpl map. rewrite number_snoc, IH, map_length, seq_length. reflexivity.
Qed.
Lemma nth_seq_map {A : Type} (e : nat -> A) k n i d : (i < n)%nat -> nth i (map e (seq k n)) d = e (k + i)%nat.
Proof.
  revert k i. induction n as [| n IH]; intros k i inside; [lia |]. destruct i as [| i]; simpl.
  - rewrite Nat.add_0_r. reflexivity.
  - rewrite IH by lia. f_equal. lia.
Qed.
Lemma total_pick (e : nat -> R) m n : (m <= n)%nat ->
  total_of (fun j => if Nat.eqb j m then e j else 0) (S n) = e m.
Proof.
  intros few. rewrite (total_early _ m n few).
  - change (total_of (fun j => if Nat.eqb j m then e j else 0) m + (if Nat.eqb m m then e m else 0) = e m).
    rewrite Nat.eqb_refl, total_zero; [ring |].
    intros p early. rewrite (proj2 (Nat.eqb_neq _ _)) by lia. reflexivity.
  - intros p later. rewrite (proj2 (Nat.eqb_neq _ _)) by lia. reflexivity.
Qed.
Lemma total_first e n : total_of e (S n) = e 0%nat + total_of (fun t => e (S t)) n.
Proof. induction n as [| n IH]; [simpl; ring |]. simpl in *. rewrite IH. ring. Qed.

Section Certified.
Variables (alpha beta eta mu L gain : Q) (weights : row) (by_ : begun) (w : horizon).
Hypothesis ok : horizon_ok alpha beta eta mu L gain weights by_ w = true.
Let N := length weights.
Notation group := (group w).
Notation into := (into w).
Notation out := (out weights w).
Notation ends := (ends gain weights by_).
Notation left_ := (left_ gain weights by_ w).
Notation rows_of := (rows_of alpha beta eta mu L weights).
Notation first_weight := (first_weight mu L gain weights by_).
Notation idle := (idle weights).

Lemma horizon_order : 0 < mu < L.
Proof.
  pose proof ok as read. unfold horizon_ok in read. rewrite !andb_true_iff, !negb_true_iff in read.
  destruct read as [[[[[low high] _] _] _] _].
  assert (forall a b, Qle_bool a b = false -> Q2R b < Q2R a) as order.
  { intros a b' no. apply Qlt_Rlt, Qnot_le_lt. intros yes. apply Qle_bool_iff in yes. congruence. }
  apply order in low, high. reals. auto.
Qed.
Lemma share_real : Q2R (share_ mu L) = / (L - mu).
Proof.
  pose proof horizon_order. unfold share_. rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_inv.
  - unfold Qminus. rewrite Q2R_plus, Q2R_opp. reflexivity.
  - intros none. apply Qeq_eqR in none. unfold Qminus in none. rewrite Q2R_plus, Q2R_opp in none. reals. lra.
Qed.
Lemma half_real : Q2R (1 # 2) = / 2. Proof. unfold Q2R. simpl. field. Qed.

Variables (E : space) (F : E -> R) (G : E -> E) (s : E).
Hypothesis member : strongly_convex_smooth mu L F G.
Hypothesis least : minimises F s.
Variables (next : list E -> law E) (x last : list E -> E).
Hypothesis laws : forall h, fair (next h).
Hypothesis quiet : silent weights next.
Hypothesis runs : tree_run alpha beta eta G x last.
Notation g := (g mu L E G s).
Notation f := (f mu L E F s).
Notation sight := (sight mu L E F G s).
Notation past := (past E next laws).
Notation part := (part E next laws).
Notation ahead := (ahead next).

(* Point t is y_t, the last one x_N. *)
Let point (t : nat) (h : list E) := if Nat.eqb t N then x h else x h [+] eta [*] (x h [-] last h).
Let X h := x h [-] s.
Let D h := x h [-] last h.
Let loc t h := point t h [-] s.
Let gr t h := g (point t h).
Let mixed t h := loc t h [-] gr t h.
Let xs t : sides E next laws N := all E next laws N t (loc t).
Let gs t : sides E next laws N := all E next laws N t (gr t).
Let us k t : sides E next laws N := cut E next laws N k (all E next laws N t (mixed t)).
Let lv t := ahead t [] (fun h => f (point t h)).
Let phi t := lv t - / 2 * <<gs t, gs t>>.
Let psi t := lv t + / 2 * <<gs t, gs t>> - <<gs t, xs t>>.

Lemma phi_mean t : (t <= N)%nat -> phi t = ahead t [] (fun h => f (point t h) + - / 2 * <<gr t h, gr t h>>).
Proof.
  intros few. rewrite ahead_plus, ahead_scal, (own E next laws N) by assumption. unfold phi, lv, gs. ring.
Qed.
Lemma psi_mean t : (t <= N)%nat ->
  psi t = ahead t [] (fun h => f (point t h) + / 2 * <<gr t h, gr t h>> + (-1) * <<gr t h, loc t h>>).
Proof.
  intros few. rewrite !ahead_plus, !ahead_scal, !(own E next laws N) by assumption. unfold psi, lv, gs, xs. ring.
Qed.

Lemma meeting (p q : E) :
  f q + / 2 * <<g q, g q>> + (-1) * <<g q, q [-] s>> + (-1) * (f p + - / 2 * <<g p, g p>>)
  + <<(p [-] s) [-] g p, g q>> <= 0.
Proof.
  pose proof (sight_interpolated mu L horizon_order E F G s member p q) as obey.
  apply Rle_trans with (2 := obey). right. unfold I. simpl. reals. dots.
  rewrite (dot_sym _ (g p) (g q)), (dot_sym _ p (g q)), (dot_sym _ s (g q)). field.
Qed.
Lemma between k i j : (k <= i)%nat -> (k <= j)%nat -> (i <= N)%nat -> (j <= N)%nat ->
  psi j - phi i + <<gs j, us k i>> <= 0.
Proof.
  intros in_i in_j few_i few_j. unfold us, gs. rewrite <- shared_cut by lia.
  rewrite phi_mean, psi_mean by assumption.
  set (low := fun h => f (point j h) + / 2 * <<gr j h, gr j h>> + (-1) * <<gr j h, loc j h>>).
  set (high := fun h => f (point i h) + - / 2 * <<gr i h, gr i h>>).
  apply Rle_trans with (ahead k [] (fun h => ahead (i - k) h (fun a => ahead (j - k) h (fun b =>
    low b + (-1) * high a + <<mixed i a, gr j b>>)))).
  - right. unfold shared.
    transitivity (ahead k [] (fun h => ahead (j - k) h low) + (-1) * ahead k [] (fun h => ahead (i - k) h high)
      + ahead k [] (fun h => <<centre E next (i - k) h (mixed i), centre E next (j - k) h (gr j)>>)).
    + rewrite !tower. replace (k + (j - k))%nat with j by lia. replace (k + (i - k))%nat with i by lia. ring.
    + rewrite <- (ahead_scal E next laws k), <- !(ahead_plus E next laws k). apply ahead_same. intros h _.
      rewrite ahead_dot.
      transitivity (ahead (i - k) h (fun a => ahead (j - k) h low + (-1) * high a
        + <<mixed i a, centre E next (j - k) h (gr j)>>)).
      * rewrite !(ahead_plus E next laws (i - k)), (ahead_scal E next laws (i - k)), (ahead_constant E next laws). reflexivity.
      * apply ahead_same. intros a _.
        rewrite !(ahead_plus E next laws (j - k)), (ahead_constant E next laws). f_equal.
        rewrite dot_sym, ahead_dot. apply ahead_same. intros. apply dot_sym.
  - rewrite <- (ahead_constant E next laws k [] 0). apply ahead_order; [exact laws |]. intros h.
    rewrite <- (ahead_constant E next laws (i - k) h 0). apply ahead_order; [exact laws |]. intros a.
    rewrite <- (ahead_constant E next laws (j - k) h 0). apply ahead_order; [exact laws |]. intros b.
    apply meeting.
Qed.
Lemma own_slope : g s = zero.
Proof. pose proof (sight_origin mu L horizon_order E F G s member least) as here. unfold Floor.sight, sampled in here. injection here. auto. Qed.
Lemma own_level : f s = 0.
Proof. unfold f. replace (s [-] s) with (@zero E) by vectors. rewrite dot_zero. unfold Rdiv. ring. Qed.
Lemma down j : (j <= N)%nat -> psi j <= 0.
Proof.
  intros few. rewrite psi_mean, <- (ahead_constant E next laws j [] 0) by assumption.
  apply ahead_order; [exact laws |]. intros h. pose proof (meeting s (point j h)) as obey.
  rewrite own_slope, own_level in obey. dots. unfold gr, loc in *. dots. lra.
Qed.
Lemma up j : (j <= N)%nat -> 0 <= phi j.
Proof.
  intros few. rewrite phi_mean, <- (ahead_constant E next laws j [] 0) by assumption.
  apply ahead_order; [exact laws |]. intros h. pose proof (meeting (point j h) s) as obey.
  rewrite own_slope, own_level in obey. dots. unfold gr in *. lra.
Qed.

(* What the gradient at point j is multiplied with. *)
Definition crosses (l : list (nat * nat * Q)) : sides E next laws N :=
  fold_right (fun one rest => Q2R (snd one) [*] us (snd (fst one)) (fst (fst one)) [+] rest) zero l.
Definition r_ (j : nat) : sides E next laws N :=
  (into j + / 2 * ends j) [*] gs j [+] (- into j) [*] xs j [+] crosses (group j).
Definition reached (l : list (nat * nat * Q)) := fold_right (fun one rest => Q2R (snd one) * phi (fst (fst one)) + rest) 0 l.

Lemma allowed_here j : (j <= N)%nat -> allowed weights w j = true.
Proof.
  intros few. pose proof ok as read. unfold horizon_ok in read. rewrite !andb_true_iff in read.
  destruct read as [[[_ read] _] _]. rewrite forallb_forall in read. apply read, in_seq. fold N. lia.
Qed.
Lemma grouped (j : nat) m l : (j <= N)%nat ->
  forallb (fun one => nonnegative (snd one) && Nat.leb (snd (fst one)) (fst (fst one))
    && Nat.leb (snd (fst one)) j && Nat.leb (fst (fst one)) (length weights)) l = true ->
  <<gs j, crosses l>> + (Q2R (fold_right (fun one => qplus (snd one)) m l) - m) * psi j <= reached l.
Proof.
  intros few. induction l as [| [[i k] u] l IH]; intros read; cbn [fold_right crosses reached fst snd].
  - dots. lra.
  - simpl in read. rewrite !andb_true_iff, !Nat.leb_le in read.
    destruct read as [[[[sign in_i] in_j] few_i] read].
    specialize (IH read). apply nonnegative_real in sign. pose proof (between k i j in_i in_j few_i few).
    fold (crosses l). fold (reached l). dots. reals. nra.
Qed.
Lemma reached_app l l' : reached (l ++ l') = reached l + reached l'.
Proof.
  unfold reached. rewrite fold_right_app. induction l as [| one l IH]; simpl; [ring |]. rewrite IH. ring.
Qed.
Lemma out_total : total_of (fun j => nth j out 0%Q * phi j) (S N) = total_of (fun j => reached (group j)) (S N).
Proof.
  rewrite <- number_seq. unfold Horizon.out. fold N.
  transitivity (reached (concat (map group (seq 0 (S N))))).
  - assert (inside : forall one, In one (concat (map group (seq 0 (S N)))) -> (fst (fst one) <= N)%nat).
    { intros one here. apply in_concat in here as [l [here there]]. apply in_map_iff in here as [j [<- here]].
      apply in_seq in here. assert (few : (j <= N)%nat) by lia. apply allowed_here in few.
      unfold allowed in few. rewrite forallb_forall in few. apply few in there.
      rewrite !andb_true_iff, !Nat.leb_le in there. apply there. }
    revert inside. generalize (concat (map group (seq 0 (S N)))). intros l inside.
    induction l as [| one l IH]; [reflexivity |].
    cbn [fold_right reached]. rewrite add_real, times_real, unit_number, IH by (intros; apply inside; right; assumption).
    rewrite nth_seq_map; [reflexivity |]. specialize (inside one (or_introl eq_refl)). lia.
  - generalize (S N). intros n. induction n as [| n IH]; [reflexivity |].
    rewrite seq_S, map_app, concat_app, reached_app, IH. cbn [map concat]. rewrite app_nil_r. reflexivity.
Qed.
Lemma multiplied : total_of (fun j => <<gs j, r_ j>>) (S N) <= total_of (fun j => ends j * lv j) (S N).
Proof.
  pose proof ok as read. unfold horizon_ok in read. rewrite !andb_true_iff in read.
  destruct read as [[[[_ least_] _] left_over] _].
  assert (rest : 0 <= total_of (fun j => Q2R (left_ j) * phi j) (S N)).
  { replace 0 with (total_of (fun _ => 0) (S N)) by (apply total_zero; reflexivity).
    apply total_order. intros j early. rewrite forallb_forall in left_over.
    apply Rmult_le_pos; [apply nonnegative_real, left_over, in_seq; fold N; lia | apply up; lia]. }
  replace (total_of (fun j => Q2R (left_ j) * phi j) (S N))
    with (total_of (fun j => (into j + ends j) * phi j + (-1) * reached (group j)) (S N)) in rest.
  - apply Rle_trans with (total_of (fun j => ends j * lv j + (-1) * ((into j + ends j) * phi j + (-1) * reached (group j))) (S N)).
    + apply total_order. intros j early. assert (few : (j <= N)%nat) by lia.
      pose proof (grouped j (nth j (minimiser w) 0%Q) (group j) few (allowed_here j few)) as both_.
      change (fold_right (fun one => qplus (snd one)) (nth j (minimiser w) 0%Q) (group j)) with (into j) in both_.
      assert (sign : 0 <= Q2R (nth j (minimiser w) 0%Q)).
      { destruct (Nat.lt_ge_cases j (length (minimiser w))) as [inside | outside].
        - rewrite forallb_forall in least_. apply nonnegative_real, least_, nth_In, inside.
        - rewrite nth_overflow by assumption. reals. lra. }
      pose proof (down j few) as below_. unfold r_. dots. unfold phi, psi in *. nra.
    + rewrite total_plus, total_scal. lra.
  - rewrite total_plus, total_scal, <- out_total, <- total_scal, <- total_plus. apply total_same. intros j _.
    unfold Horizon.left_. reals. ring.
Qed.

(* --- rows of a part ---------------------------------------------------------------------------- *)

Let first (p : nat) : past p := match p with O => part 0 0 X | S _ => fun h => hd zero h end.
Let base (p : nat) : list (past p) := first p :: map (fun t => part p t (gr t)) (seq p (S N - p)).
Lemma part_linear p t u v c : alike (part p t (fun h => u h [+] c [*] v h)) (part p t u [+] c [*] part p t v).
Proof.
  unfold Horizon.part. destruct (Nat.leb p t); [| intros z; dots; ring].
  destruct p as [| q]; intros z; apply mean_same; intros h; f_equal; simpl;
    rewrite ?(centre_plus E next laws), ?(centre_scal E next laws); vectors.
Qed.
Lemma grows h : centre_of (next h) (fun z => D (z :: h)) = beta [*] D h [-] alpha [*] G (x h [+] eta [*] D h).
Proof.
  apply same. intros z. rewrite centre_dot.
  transitivity (mean_of (next h) (fun _ => <<beta [*] D h [-] alpha [*] G (x h [+] eta [*] D h), z>>)
    + (- alpha) * mean_of (next h) (fun a => <<a, z>>)).
  - rewrite <- mean_of_scal, <- mean_of_plus. apply mean_of_same. intros r a _. unfold D.
    rewrite (kept _ _ _ _ _ _ runs), (grown _ _ _ _ _ _ runs). dots. ring.
  - rewrite mean_of_constant by apply laws.
    replace (mean_of (next h) (fun a => <<a, z>>)) with 0; [ring |].
    transitivity (<<centre_of (next h) (fun a => a), z>>); [rewrite (centred _ (laws h)), dot_zero; reflexivity | apply centre_dot].
Qed.
(* The next move without its noise. *)
Let quietly (t : nat) h := beta [*] D h [+] (- (alpha * mu)) [*] loc t h [+] (- (alpha * (L - mu))) [*] gr t h.
Lemma quietly_mean t h : (t < N)%nat -> centre_of (next h) (fun z => D (z :: h)) = quietly t h.
Proof.
  intros few. pose proof horizon_order. rewrite grows. unfold quietly, loc, gr, point, Floor.g.
  rewrite (proj2 (Nat.eqb_neq _ _)) by lia. fold (D h). apply same. intros z. dots. field. lra.
Qed.
Lemma moves_on h z : X (z :: h) = X h [+] D (z :: h).
Proof. unfold X, D. rewrite (kept _ _ _ _ _ _ runs). vectors. Qed.
Lemma part_next p t u v : (forall h, centre_of (next h) (fun z => u (z :: h)) = v h) -> (p <= t)%nat ->
  part p (S t) u = part p t v.
Proof.
  intros mean_ early. unfold Horizon.part. rewrite !(proj2 (Nat.leb_le _ _)) by lia.
  assert (one : forall n h, centre E next (S n) h u = centre E next n h v).
  { intros n h. rewrite centre_latest. apply centre_equal, mean_. }
  destruct p as [| q]; apply FunctionalExtensionality.functional_extensionality; intros h; [apply one |].
  replace (S t - S q)%nat with (S (t - S q)) by lia. replace (S t - q)%nat with (S (t - q)) by lia.
  rewrite !one. reflexivity.
Qed.
Lemma part_same p t u v : (forall h, u h = v h) -> part p t u = part p t v.
Proof. intros equal. f_equal. apply FunctionalExtensionality.functional_extensionality, equal. Qed.
Lemma next_move p t : (p <= t)%nat -> (t < N)%nat -> part p (S t) D = part p t (quietly t).
Proof. intros early few. apply part_next; [intros; apply quietly_mean, few | exact early]. Qed.
Lemma next_place p t : (p <= t)%nat -> (t < N)%nat ->
  part p (S t) X = part p t (fun h => X h [+] 1 [*] quietly t h).
Proof.
  intros early few. apply part_next; [| exact early]. intros h. rewrite <- quietly_mean by exact few.
  apply same. intros z. dots. rewrite !centre_dot.
  rewrite (mean_of_same _ _ _ (fun w => <<X h, z>> + <<D (w :: h), z>>)), mean_of_plus, mean_of_constant;
    [ring | apply laws | intros; rewrite moves_on; dots; reflexivity].
Qed.
Lemma slope_reads p t : (p <= t)%nat -> (t <= N)%nat -> alike (at_ (base p) (unit (1 + t - p))) (part p t (gr t)).
Proof.
  intros early few z. rewrite (unit_at _ (base p) _ z). replace (1 + t - p)%nat with (S (t - p)) by lia.
  unfold base. cbn [nth]. rewrite nth_seq_map by lia. replace (p + (t - p))%nat with t by lia. reflexivity.
Qed.
Lemma walk_reads p n : forall t a b j, (t + n = N)%nat -> (p <= t)%nat ->
  alike (at_ (base p) a) (part p t X) -> alike (at_ (base p) b) (part p t D) -> (j <= n)%nat ->
  let rows := nth j (walk alpha beta eta mu L n (1 + t - p) a b) ([], []) in
  alike (at_ (base p) (fst rows)) (part p (t + j) (loc (t + j)))
  /\ alike (at_ (base p) (snd rows)) (part p (t + j) (gr (t + j))).
Proof.
  induction n as [| n IH]; intros t a b j whole_ early is_x is_d inside rows.
  - assert (none : j = 0%nat) by lia. subst j. rewrite Nat.add_0_r in *. unfold rows. cbn [walk nth fst snd].
    split; [| exact (slope_reads p t early ltac:(lia))]. rewrite (part_same p t (loc t) X); [exact is_x |].
    intros h. unfold loc, point. rewrite whole_, Nat.eqb_refl. reflexivity.
  - assert (place_ : alike (at_ (base p) (add a (times eta b))) (part p t (loc t))).
    { rewrite (part_same p t (loc t) (fun h => X h [+] eta [*] D h)).
      - intros z. rewrite add_dot, times_dot, is_x, is_d, (part_linear p t X D eta z). dots. reflexivity.
      - intros h. unfold loc, point, X, D. rewrite (proj2 (Nat.eqb_neq _ _)) by lia. vectors. }
    pose proof (slope_reads p t early ltac:(lia)) as slope_.
    destruct j as [| j].
    { rewrite Nat.add_0_r. unfold rows. cbn [walk nth fst snd]. split; assumption. }
    unfold rows. cbn [walk nth]. replace (t + S j)%nat with (S t + j)%nat by lia.
    set (d' := add (times beta b) _).
    assert (to_d : alike (at_ (base p) d') (part p t (quietly t))).
    { intros z. unfold d'. rewrite !add_dot, !times_dot, is_d, place_, slope_. unfold quietly.
      rewrite (part_linear p t (fun h => beta [*] D h [+] (- (alpha * mu)) [*] loc t h) (gr t) _ z). dots.
      rewrite (part_linear p t (fun h => beta [*] D h) (loc t) _ z). dots.
      rewrite (part_same p t (fun h => beta [*] D h) (fun h => D h [+] (beta - 1) [*] D h)) by (intros; vectors).
      rewrite (part_linear p t D D _ z). dots.
      unfold Qminus. rewrite !Q2R_opp, !Q2R_mult, Q2R_plus, Q2R_opp. ring. }
    replace (S (1 + t - p)) with (1 + S t - p)%nat by lia.
    apply IH; try lia.
    + rewrite next_place by lia. intros z. rewrite add_dot, is_x, to_d, (part_linear p t X (quietly t) 1 z). dots. ring.
    + rewrite next_move by lia. exact to_d.
Qed.
Lemma first_move q z : (q < N)%nat -> @dot (past (S q)) z (part (S q) (S q) D)
  = (- alpha) * @dot (past (S q)) z (first (S q)).
Proof.
  intros few. rewrite <- scal_dot. unfold Horizon.part. rewrite Nat.leb_refl.
  change (ahead (S q) [] (fun h => <<z h, centre E next (S q - S q) h D [-] centre E next (S q - q) (tl h) D>>)
    = ahead (S q) [] (fun h => <<z h, (- alpha) [*] hd zero h>>)).
  rewrite !latest. apply ahead_same. intros h _. apply mean_of_same. intros r a _. f_equal.
  replace (S q - S q)%nat with 0%nat by lia. replace (S q - q)%nat with 1%nat by lia. cbn [centre tl hd].
  rewrite grows. unfold D. rewrite (kept _ _ _ _ _ _ runs), (grown _ _ _ _ _ _ runs). vectors.
Qed.
Lemma first_place q z : (q < N)%nat -> @dot (past (S q)) z (part (S q) (S q) X)
  = (- alpha) * @dot (past (S q)) z (first (S q)).
Proof.
  intros few. rewrite <- first_move by exact few. unfold Horizon.part. rewrite Nat.leb_refl.
  change (ahead (S q) [] (fun h => <<z h, centre E next (S q - S q) h X [-] centre E next (S q - q) (tl h) X>>)
    = ahead (S q) [] (fun h => <<z h, centre E next (S q - S q) h D [-] centre E next (S q - q) (tl h) D>>)).
  rewrite !latest. apply ahead_same. intros h _. apply mean_of_same. intros r a _. f_equal.
  replace (S q - S q)%nat with 0%nat by lia. replace (S q - q)%nat with 1%nat by lia. cbn [centre tl].
  replace (centre_of (next h) (fun w0 => X (w0 :: h))) with (X h [+] centre_of (next h) (fun w0 => D (w0 :: h))).
  - rewrite moves_on. vectors.
  - apply same. intros y. dots. rewrite !centre_dot.
    rewrite (mean_of_same _ _ (fun w0 => <<X (w0 :: h), y>>) (fun w0 => <<X h, y>> + <<D (w0 :: h), y>>)),
      mean_of_plus, mean_of_constant; [ring | apply laws | intros; rewrite moves_on; dots; reflexivity].
Qed.
Lemma rows_reads p j : (p <= N)%nat -> (j <= N)%nat ->
  alike (at_ (base p) (fst (nth j (rows_of p) ([], [])))) (xs j p)
  /\ alike (at_ (base p) (snd (nth j (rows_of p) ([], [])))) (gs j p).
Proof.
  intros few_p few_j. unfold xs, gs, all, Horizon.rows_of. fold N.
  destruct (Nat.lt_ge_cases j p) as [early | late_].
  - rewrite app_nth1, nth_repeat by (rewrite repeat_length; exact early). rewrite !late by exact early.
    split; apply alike_self.
  - rewrite app_nth2; rewrite repeat_length; [| exact late_].
    destruct p as [| q].
    + rewrite Nat.sub_0_r. apply (walk_reads 0 N 0 (unit 0) [] j); try lia.
      * intros z. apply (unit_at _ (base 0)).
      * intros z. simpl at_. dots. symmetry.
        change (<<z [], D []>> = 0). unfold D. rewrite (root _ _ _ _ _ _ runs). dots. ring.
    + pose proof (walk_reads (S q) (N - S q) (S q) [-alpha]%Q [-alpha]%Q (j - S q)) as here.
      replace (1 + S q - S q)%nat with 1%nat in here by lia. replace (S q + (j - S q))%nat with j in here by lia.
      apply here; try lia;
        intros z; rewrite ?first_place, ?first_move by lia;
        rewrite at_number; cbn [map base number]; rewrite Q2R_opp; ring.
Qed.
Lemma against_reads p j : (p <= N)%nat -> (j <= N)%nat ->
  alike (at_ (base p) (against gain weights by_ w (rows_of p) p j)) (r_ j p).
Proof.
  intros few_p few_j z. destruct (rows_reads p j few_p few_j) as [is_x is_g].
  unfold against. rewrite !add_dot, !times_dot, is_x, is_g.
  change (r_ j p) with ((into j + / 2 * ends j) [*] gs j p [+] (- into j) [*] xs j p [+] crosses (group j) p).
  dots. reals. rewrite half_real.
  match goal with |- ?a + (?b + ?c) = ?d + ?e + ?k => enough (c = k) as -> by ring end.
  pose proof (allowed_here j few_j) as good. unfold allowed in good.
  revert good. generalize (group j). intros l good. induction l as [| [[i k] u] l IH]; [simpl; dots; reflexivity |].
  cbn [forallb fst snd] in good. rewrite !andb_true_iff, !Nat.leb_le in good.
  destruct good as [[[[_ _] _] few_i] good]. specialize (IH good). cbn [fold_right fst snd].
  change (crosses ((i, k, u) :: l) p) with (u [*] us k i p [+] crosses l p). dots. rewrite <- IH.
  unfold us, cut. destruct (Nat.leb p k); [| dots; ring].
  rewrite add_dot, times_dot, away_dot. destruct (rows_reads p i few_p few_i) as [there_x there_g].
  rewrite there_x, there_g. unfold all, mixed, xs, gs.
  rewrite (part_linear p i (loc i) (gr i) (-1) z). unfold all. dots. ring.
Qed.
Lemma conditions_value p n : (p <= N)%nat -> (n <= S N)%nat ->
  value (base p) (conditions gain weights by_ w (rows_of p) p n)
  = total_of (fun j => @dot (past p) (gs j p) (r_ j p)) n.
Proof.
  intros few_p. induction n as [| n IH]; intros few; cbn [conditions total_of]; [reflexivity |].
  rewrite sum_value, product_value, IH by lia. destruct (rows_reads p n few_p ltac:(lia)) as [_ is_g].
  rewrite (alike_dot _ _ _ _ _ is_g (against_reads p n few_p ltac:(lia))). reals. ring.
Qed.

Lemma part_sign p : (p <= N)%nat ->
  0 <= total_of (fun j => @dot (past p) (gs j p) (r_ j p)) (S N)
    + share_ mu L * (- mu / 2) * @dot (past p) (xs N p) (xs N p) + first_weight p * @dot (past p) (first p) (first p).
Proof.
  intros few. pose proof ok as read. unfold horizon_ok in read. rewrite !andb_true_iff in read.
  destruct read as [_ read]. rewrite forallb_forall in read.
  specialize (read p ltac:(apply in_seq; fold N; lia)). apply orb_true_iff in read as [none | psd].
  - destruct p as [| q]; [discriminate |]. unfold Horizon.idle in none. apply nil_real in none.
    assert (still : forall h r a, length h = q -> In (r, a) (next h) -> a = zero).
    { intros h r a long. apply quiet; rewrite long; [exact few | exact none]. }
    rewrite total_zero; [| intros j _; apply (idle_part E next laws q _ _ _ still)].
    unfold xs at 1, all at 1. rewrite (idle_part E next laws q _ _ _ still).
    unfold Horizon.first_weight. reals. rewrite none. lra.
  - apply (semidefinite_value _ (base p)) in psd. unfold part_form in psd. fold N in psd.
    rewrite !sum_value, !product_value, conditions_value in psd by lia.
    destruct (rows_reads p N few (le_n N)) as [is_x _]. rewrite (alike_dot _ _ _ _ _ is_x is_x) in psd.
    rewrite (alike_dot _ _ _ _ _ (unit_at _ (base p) 0%nat) (unit_at _ (base p) 0%nat)) in psd.
    cbn [nth base] in psd. unfold Qdiv in psd. reals.
    rewrite Q2R_mult, Q2R_opp in psd. replace (Q2R (/ 2)) with (/ 2) in psd by (unfold Q2R; simpl; field). lra.
Qed.

Lemma first_real : Q2R (first_weight 0) = / (L - mu) * match by_ with Gap => gain * mu / 2 | Square => gain end.
Proof.
  unfold Horizon.first_weight. rewrite qmult_real, share_real. f_equal. destruct by_; [| reflexivity].
  unfold Qdiv. rewrite !Q2R_mult. replace (Q2R (/ 2)) with (/ 2) by (unfold Q2R; simpl; field). reflexivity.
Qed.
Theorem arrives : ahead N [] (fun h => F (x h) - F s)
  <= gain * match by_ with Gap => F (x []) - F s | Square => <<x [] [-] s, x [] [-] s>> end
  + total_of (fun t => nth t weights 0%Q * size_of next t) N.
Proof.
  pose proof horizon_order as apart. assert (positive_ : 0 < / (L - mu)) by (apply Rinv_0_lt_compat; lra).
  assert (sum_ : 0 <= total_of (fun j => <<gs j, r_ j>>) (S N) + share_ mu L * (- mu / 2) * <<xs N, xs N>>
    + total_of (fun p => first_weight p * @dot (past p) (first p) (first p)) (S N)).
  { change (<<xs N, xs N>>) with (total_of (fun p => @dot (past p) (xs N p) (xs N p)) (S N)).
    rewrite (total_same (fun j => <<gs j, r_ j>>) (fun j => total_of (fun p => @dot (past p) (gs j p) (r_ j p)) (S N)))
      by reflexivity.
    rewrite <- total_swap, <- total_scal, <- !total_plus.
    replace 0 with (total_of (fun _ => 0) (S N)) by (apply total_zero; reflexivity).
    apply total_order. intros p early. apply part_sign. lia. }
  pose proof multiplied as bound.
  rewrite (total_first (fun p => first_weight p * @dot (past p) (first p) (first p))), share_real in sum_.
  assert (ends_ : total_of (fun j => ends j * lv j) (S N)
    = match by_ with Gap => gain | Square => 0 end * lv 0%nat - lv N).
  { transitivity (total_of (fun j => (if Nat.eqb j 0 then match by_ with Gap => gain | Square => 0 end * lv j else 0)
      + (-1) * (if Nat.eqb j N then lv j else 0)) (S N)).
    - apply total_same. intros j _. unfold Horizon.ends. fold N. reals.
      destruct j as [| j], by_, (Nat.eqb _ N); cbn [Nat.eqb]; reals; ring.
    - rewrite total_plus, total_scal, (total_pick (fun j => match by_ with Gap => gain | Square => 0 end * lv j)),
        total_pick by lia. ring. }
  assert (begin : lv 0%nat = f (x [])).
  { unfold lv. simpl. unfold point. rewrite (root _ _ _ _ _ _ runs). destruct (Nat.eqb 0 N); [reflexivity |].
    f_equal. vectors. }
  assert (last_ : / (L - mu) * ahead N [] (fun h => F (x h) - F s) = lv N + / (L - mu) * (mu / 2) * <<xs N, xs N>>).
  { unfold xs. rewrite <- own by lia. unfold lv. rewrite <- !ahead_scal, <- ahead_plus by exact laws.
    apply ahead_same. intros h _. unfold loc, point. rewrite Nat.eqb_refl. unfold Floor.f. field. lra. }
  assert (noise : total_of (fun t => first_weight (S t) * @dot (past (S t)) (first (S t)) (first (S t))) N
    = / (L - mu) * total_of (fun t => nth t weights 0%Q * size_of next t) N).
  { rewrite <- total_scal. apply total_same. intros t _. unfold Horizon.first_weight. reals. rewrite share_real.
    change (@dot (past (S t)) (first (S t)) (first (S t))) with (size_of next t). ring. }
  rewrite noise in sum_. rewrite ends_, begin in bound.
  change (@dot (past 0) (first 0) (first 0)) with (<<x [] [-] s, x [] [-] s>>) in sum_.
  apply Rmult_le_reg_l with (1 := positive_). rewrite last_, Rmult_plus_distr_l.
  set (tail := / (L - mu) * total_of _ N) in *. clearbody tail.
  set (start_ := <<x [] [-] s, x [] [-] s>>) in *.
  assert (gap_ : / (L - mu) * (F (x []) - F s) = f (x []) + / (L - mu) * (mu / 2) * start_).
  { unfold Floor.f. fold start_. field. lra. }
  set (scale := / (L - mu)) in *. set (last0 := <<xs N, xs N>>) in *. clearbody start_ last0.
  set (all_ := total_of (fun j => <<gs j, r_ j>>) (S N)) in *. clearbody all_. clear noise.
  rewrite first_real in sum_. fold scale in sum_.
  clear - sum_ bound gap_. destruct by_; [| lra].
  replace (scale * (gain * (F (x []) - F s))) with (gain * (scale * (F (x []) - F s))) by ring.
  rewrite gap_. lra.
Qed.
End Certified.

Theorem horizon_certified (alpha beta eta mu L gain : Q) (weights : row) (by_ : begun) (w : horizon) :
  horizon_ok alpha beta eta mu L gain weights by_ w = true ->
  forall (E : space) (F : E -> R) (G : E -> E) (s : E) (next : list E -> law E) (x last : list E -> E),
  strongly_convex_smooth mu L F G -> minimises F s -> (forall h, fair (next h)) -> silent weights next ->
  tree_run alpha beta eta G x last ->
  ahead next (length weights) [] (fun h => F (x h) - F s)
  <= gain * match by_ with Gap => F (x []) - F s | Square => <<x [] [-] s, x [] [-] s>> end
  + total_of (fun t => nth t weights 0%Q * size_of next t) (length weights).
Proof. intros. eapply arrives; eassumption. Qed.
