(* Groupings: no thresholds clip the groups of given samples as one threshold clips the whole.

   A sample is the lengths of its groups (or their squares, where lengths are roots). *)

From certificates Require Import Theory.

Definition total (sample : row) : Q := fold_right qplus 0%Q sample.
Definition squared (sample : row) : Q := total (map (fun n => qmult n n) sample).
(* By min(1, R/|g|): every group of positive length is scaled as the whole sample is. *)
Definition clipped_alike (samples : list row) (R_ : R) (T : nat -> R) :=
  forall sample m, In sample samples -> 0 < Q2R (nth m sample 0%Q) ->
  Rmin 1 (T m / sqrt (nth m sample 0%Q)) = Rmin 1 (R_ / sqrt (total sample)).
(* By R/(|g| + gamma). *)
Definition scaled_alike (samples : list row) (gamma R_ : R) (T : nat -> R) :=
  forall sample m, In sample samples -> 0 < Q2R (nth m sample 0%Q) ->
  T m / (nth m sample 0%Q + gamma) = R_ / (sqrt (squared sample) + gamma).

Section Reader.
Variables (samples : list row) (level : Q) (m i j : nat).
(* Whether the least threshold of a sample with the square a of the group and A of all does for b and B. *)
Definition does (a A b B : Q) : bool :=
  let least := if Qle_bool A level then a else (a * level / A)%Q in
  if Qle_bool B level then Qle_bool b least else Qeq_bool (least * B) (level * b).
Definition clipping_refuted : bool :=
  let a := nth m (nth i samples []) 0%Q in let b := nth m (nth j samples []) 0%Q in
  let A := total (nth i samples []) in let B := total (nth j samples []) in
  Nat.ltb i (length samples) && Nat.ltb j (length samples) && positive level
  && positive a && positive b && positive A && positive B && negb (does a A b B) && negb (does b B a A).
Variable gamma : Q.
(* Whether a (sqrt B + gamma) = b (sqrt A + gamma) may be. *)
Definition may_be (a A b B : Q) : bool :=
  let u := (a * a * B)%Q in let v := (b * b * A)%Q in let gap := ((b - a) * gamma)%Q in
  let rest := (u - v - gap * gap)%Q in
  Qeq_bool (rest * rest) (4 * (gap * gap) * v) && Qle_bool 0 (rest * gap)
  && (Qle_bool 0 gap || Qle_bool (gap * gap) v).
Definition scaling_refuted : bool :=
  let a := nth m (nth i samples []) 0%Q in let b := nth m (nth j samples []) 0%Q in
  let A := squared (nth i samples []) in let B := squared (nth j samples []) in
  Nat.ltb i (length samples) && Nat.ltb j (length samples) && positive gamma && positive a && positive b
  && nonnegative A && nonnegative B && negb (may_be (a + gamma) A (b + gamma) B).
End Reader.

Lemma le_real a b : Qle_bool a b = true <-> Q2R a <= Q2R b.
Proof. rewrite Qle_bool_iff. split; [apply Qle_Rle | apply Rle_Qle]. Qed.
Lemma eq_real a b : Qeq_bool a b = true <-> Q2R a = Q2R b.
Proof. rewrite Qeq_bool_iff. split; [apply Qeq_eqR | apply eqR_Qeq]. Qed.
Lemma gt_real a b : Qle_bool a b = false -> Q2R b < Q2R a.
Proof. intros no. apply Rnot_le_lt. intros yes. apply le_real in yes. congruence. Qed.

(* What a sample asks of the threshold of its group. *)
Lemma asked (T R_ a A level : R) : 0 < T -> 0 < R_ -> R_ * R_ = level -> 0 < a -> 0 < A ->
  Rmin 1 (T / sqrt a) = Rmin 1 (R_ / sqrt A) -> (level < A -> T * T * A = level * a) /\ (A <= level -> a <= T * T).
Proof.
  intros some_T some_R whole some_a some_A equal.
  pose proof (sqrt_lt_R0 a some_a) as some_p. pose proof (sqrt_lt_R0 A some_A) as some_q.
  pose proof (sqrt_sqrt a ltac:(lra)) as root_a. pose proof (sqrt_sqrt A ltac:(lra)) as root_A.
  set (p := sqrt a) in *. set (q := sqrt A) in *.
  assert (is_T : T / p * p = T) by (field; lra). assert (is_R : R_ / q * q = R_) by (field; lra).
  set (x := T / p) in *. set (y := R_ / q) in *. clearbody p q x y. subst a A level.
  split; intros side.
  - assert (y < 1) by (apply Rnot_le_lt; intros large; assert (q <= R_) by nra; nra).
    assert (x = y) as -> by (unfold Rmin in equal; repeat destruct Rle_dec; lra).
    rewrite <- is_T, <- is_R. ring.
  - assert (1 <= y) by (apply Rnot_lt_le; intros small; assert (R_ < q) by nra; nra).
    assert (1 <= x) by (unfold Rmin in equal; repeat destruct Rle_dec; lra). assert (p <= T) by nra. nra.
Qed.

Theorem clipping_impossible (samples : list row) (level : Q) (m i j : nat) :
  clipping_refuted samples level m i j = true ->
  forall R_ T, 0 < R_ -> R_ * R_ = level -> (forall k, 0 < T k) -> ~ clipped_alike samples R_ T.
Proof.
  intros read R_ T some_R whole some_T alike_.
  unfold clipping_refuted in read. rewrite !andb_true_iff, !negb_true_iff, !Nat.ltb_lt in read.
  destruct read as [[[[[[[[in_i in_j] some] some_a] some_b] some_A] some_B] no_i] no_j].
  apply positive_real in some, some_a, some_b, some_A, some_B.
  pose proof (asked _ _ _ _ _ (some_T m) some_R whole some_a some_A (alike_ _ m (nth_In _ _ in_i) some_a)) as [clip_i keep_i].
  pose proof (asked _ _ _ _ _ (some_T m) some_R whole some_b some_B (alike_ _ m (nth_In _ _ in_j) some_b)) as [clip_j keep_j].
  set (a := nth m (nth i samples []) 0%Q) in *. set (b := nth m (nth j samples []) 0%Q) in *.
  set (A := total (nth i samples [])) in *. set (B := total (nth j samples [])) in *.
  assert (least : forall a A : Q, 0 < Q2R A -> T m * T m * A = level * a -> Q2R (a * level / A) = T m * T m).
  { intros c C some_C here. unfold Qdiv. rewrite !Q2R_mult, Q2R_inv.
    - apply Rmult_eq_reg_r with (Q2R C); [| lra]. rewrite here. field. lra.
    - intros none. apply Qeq_eqR in none. reals. lra. }
  unfold does in no_i, no_j.
  destruct (Qle_bool A level) eqn:small_A, (Qle_bool B level) eqn:small_B;
    try apply le_real in small_A; try apply le_real in small_B; try apply gt_real in small_A; try apply gt_real in small_B.
  - apply gt_real in no_i, no_j. lra.
  - specialize (clip_j small_B). apply gt_real in no_j. rewrite (least _ _ some_B clip_j) in no_j. specialize (keep_i small_A). lra.
  - specialize (clip_i small_A). apply gt_real in no_i. rewrite (least _ _ some_A clip_i) in no_i. specialize (keep_j small_B). lra.
  - specialize (clip_i small_A). specialize (clip_j small_B).
    assert (yes : Qeq_bool (a * level / A * B) (level * b) = true); [| congruence].
    apply eq_real. rewrite !Q2R_mult, (least _ _ some_A clip_i). exact clip_j.
Qed.

Theorem scaling_impossible (samples : list row) (m i j : nat) (gamma : Q) :
  scaling_refuted samples m i j gamma = true ->
  forall R_ T, 0 < R_ -> ~ scaled_alike samples gamma R_ T.
Proof.
  intros read R_ T some_R alike_.
  unfold scaling_refuted in read. rewrite !andb_true_iff, !negb_true_iff, !Nat.ltb_lt in read.
  destruct read as [[[[[[[in_i in_j] some] some_a] some_b] sign_A] sign_B] no].
  apply positive_real in some, some_a, some_b. apply nonnegative_real in sign_A, sign_B.
  pose proof (alike_ _ m (nth_In _ _ in_i) some_a) as first. pose proof (alike_ _ m (nth_In _ _ in_j) some_b) as second.
  set (a := nth m (nth i samples []) 0%Q) in *. set (b := nth m (nth j samples []) 0%Q) in *.
  set (A := squared (nth i samples [])) in *. set (B := squared (nth j samples [])) in *.
  pose proof (sqrt_pos A). pose proof (sqrt_pos B).
  pose proof (sqrt_sqrt A sign_A) as root_A. pose proof (sqrt_sqrt B sign_B) as root_B.
  set (p := sqrt A) in *. set (q := sqrt B) in *.
  assert (equal : (a + gamma) * (q + gamma) = (b + gamma) * (p + gamma)).
  { assert (one : T m * (p + gamma) = R_ * (a + gamma)).
    { replace (T m) with (T m / (a + gamma) * (a + gamma)) by (field; lra). rewrite first. field. lra. }
    assert (other : T m * (q + gamma) = R_ * (b + gamma)).
    { replace (T m) with (T m / (b + gamma) * (b + gamma)) by (field; lra). rewrite second. field. lra. }
    apply Rmult_eq_reg_l with R_; [| lra].
    transitivity (T m * (p + gamma) * (q + gamma)); [rewrite one; ring | rewrite <- (Rmult_assoc R_), <- other; ring]. }
  clear first second alike_.
  assert (yes : may_be gamma (a + gamma) A (b + gamma) B = true); [| congruence].
  unfold may_be. set (x := (a + gamma)%Q). set (y := (b + gamma)%Q).
  assert (is_x : Q2R x = a + gamma) by apply Q2R_plus. assert (is_y : Q2R y = b + gamma) by apply Q2R_plus.
  rewrite <- is_x, <- is_y in equal. assert (0 < Q2R x) by lra. assert (0 < Q2R y) by lra. clearbody x y.
  set (gap := ((y - x) * gamma)%Q). set (rest := (x * x * B - y * y * A - gap * gap)%Q).
  assert (is_gap : Q2R gap = x * q - y * p).
  { unfold gap, Qminus. rewrite Q2R_mult, Q2R_plus, Q2R_opp. lra. }
  assert (is_rest : Q2R rest = 2 * gap * (y * p)).
  { unfold rest, Qminus. rewrite !Q2R_plus, !Q2R_opp, !Q2R_mult, is_gap, <- root_A, <- root_B. ring. }
  clearbody gap rest. assert (0 <= y * p) by (apply Rmult_le_pos; lra).
  rewrite !andb_true_iff, orb_true_iff, eq_real, !le_real, !Q2R_mult, is_rest. reals.
  replace (Q2R 4) with 4 by (unfold Q2R; simpl; field). rewrite <- root_A. repeat split.
  - ring.
  - replace (2 * gap * (y * p) * gap) with (2 * (gap * gap) * (y * p)) by ring.
    apply Rmult_le_pos; [pose proof (Rle_0_sqr gap) as square; unfold Rsqr in square; lra | assumption].
  - destruct (Rle_lt_dec 0 gap) as [above | below]; [left; exact above | right].
    assert (0 <= x * q) by (apply Rmult_le_pos; lra). assert (- gap <= y * p) by lra. nra.
Qed.
