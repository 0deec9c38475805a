(* The least mean descent of a clipped or normalised gradient under bounded errors of mean 0.

   With the gradient s u, |u| = 1, and g = s u + e, the descent reads x = <u, g> and y = |g| alone. Where
   |x| <= y and y^2 - 2 s x + s^2 <= R^2 it lies above a line in x, whose mean is known: the difference is
   linear in x, and on the edges (x = y, x = -y, |e| = R) a cubic in y over something positive. *)

From certificates Require Import Theory Floor Horizon.

(* --- what is said ------------------------------------------------------------------------------ *)

Inductive rule := Normalise (regulariser : Q) | Clip (threshold : Q).
(* What a gradient of length y is multiplied with: 1/(regulariser + y), min(1, threshold/y). *)
Definition scaled (h : rule) (y : R) : R :=
  match h with Normalise c => / (c + y) | Clip c => if Rle_dec y c then 1 else c / y end.
(* h <a, g> - alpha h |a|^2 at the gradient a, of which g is seen. *)
Definition descent {E : products} (h : rule) (alpha : R) (a g : E) : R :=
  scaled h (norm g) * (<<a, g>> - alpha * <<a, a>>).
Record deviation {E : products} {outcome} (P : expectation outcome) (radius : R) (e : outcome -> E) : Prop := {
  no_drift : forall z, mean P (fun o => <<e o, z>>) = 0;
  within_ : forall o, norm (e o) <= radius
}.
(* u is all there is, or v is across from it. *)
Definition room {E : products} (one : bool) (u v : E) : Prop :=
  if one then forall w : E, w = <<u, w>> [*] u else <<v, v>> = 1 /\ <<u, v>> = 0.

(* --- cubics ------------------------------------------------------------------------------------ *)

Definition cubic : Type := Q * Q * Q * Q.
Definition at_cubic (p : cubic) (y : R) : R := let '(a, b, c, d) := p in a + b * y + c * y ^ 2 + d * y ^ 3.
Definition at_q (p : cubic) (y : Q) : Q := let '(a, b, c, d) := p in Qred (a + y * (b + y * (c + y * d))).
Definition slope_q (p : cubic) (y : Q) : Q := let '(a, b, c, d) := p in Qred (b + y * (2 * c + y * (3 * d))).
(* Its Bernstein coefficients on [l, r], the middle ones thrice, are not negative. *)
Definition above_q (p : cubic) (l r : Q) : bool :=
  nonnegative (at_q p l) && nonnegative (3 * at_q p l + (r - l) * slope_q p l)
  && nonnegative (3 * at_q p r - (r - l) * slope_q p r) && nonnegative (at_q p r).
Fixpoint above_cuts (p : cubic) (l : Q) (cuts : row) (r : Q) : bool :=
  match cuts with [] => above_q p l r | cut :: cuts => above_q p l cut && above_cuts p cut cuts r end.

Lemma real_three : Q2R 3 = 3. Proof. unfold Q2R. simpl. field. Qed.
Lemma red_real q : Q2R (Qred q) = q. Proof. apply Qeq_eqR, Qred_correct. Qed.
Ltac plain := reals;
  repeat progress rewrite ?red_real, ?Q2R_minus, ?Q2R_plus, ?Q2R_mult, ?Q2R_opp, ?real_zero, ?real_one, ?real_two, ?real_three in *.
Lemma above_cubic p l r y : above_q p l r = true -> l <= y <= r -> 0 <= at_cubic p y.
Proof.
  destruct p as [[[a b] c] d]. unfold above_q. rewrite !andb_true_iff.
  intros [[[first second] third] fourth] inside.
  apply nonnegative_real in first, second, third, fourth. unfold at_q, slope_q in *. plain. unfold at_cubic.
  set (p := fun y => a + b * y + c * y ^ 2 + d * y ^ 3). change (0 <= p y).
  destruct (Rle_lt_dec r l) as [same_ | apart].
  - replace y with (Q2R l) by lra. unfold p. lra.
  - apply Rmult_le_reg_l with ((r - l) ^ 3); [apply pow_lt; lra |]. rewrite Rmult_0_r.
    replace ((r - l) ^ 3 * p y) with
      ((a + l * (b + l * (c + l * d))) * (r - y) ^ 3
       + (3 * (a + l * (b + l * (c + l * d))) + (r - l) * (b + l * (2 * c + l * (3 * d)))) * ((y - l) * (r - y) ^ 2)
       + (3 * (a + r * (b + r * (c + r * d))) - (r - l) * (b + r * (2 * c + r * (3 * d)))) * ((y - l) ^ 2 * (r - y))
       + (a + r * (b + r * (c + r * d))) * (y - l) ^ 3) by (unfold p; ring).
    repeat apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; try assumption; repeat apply pow_le; lra.
Qed.
Lemma above_with_cuts p l cuts r y : above_cuts p l cuts r = true -> l <= y <= r -> 0 <= at_cubic p y.
Proof.
  revert l. induction cuts as [| cut cuts IH]; intros l read inside; simpl in read.
  - exact (above_cubic _ _ _ _ read inside).
  - apply andb_true_iff in read as [here there]. destruct (Rle_lt_dec y cut) as [early | late].
    + apply (above_cubic _ _ _ _ here). lra.
    + apply (IH _ there). lra.
Qed.

(* --- the reader -------------------------------------------------------------------------------- *)

Record drift := { line_slope : Q; cuts_ : list row; atoms : list (Q * Q * Q) }. (* x, y, probability *)
Definition larger (a b : Q) := if Qle_bool a b then b else a.
Definition smaller (a b : Q) := if Qle_bool a b then a else b.
Section Reader.
Variables (h : rule) (one : bool) (s tau0 tau1 alpha lower upper : Q) (w : drift).
Let radius : Q := Qred (tau0 + tau1 * s).
Let far : Q := Qred (s + radius).
Let slope := line_slope w.
(* From, to, and k, m, n: the factor is k/(m + n y) there. *)
Definition parts : list (Q * Q * (Q * Q * Q)) :=
  match h with
  | Normalise c => [(0, far, (1, c, 1))]%Q
  | Clip c => [(0, c, (1, 1, 0)); (c, far, (c, 0, 1))]%Q
  end.
(* From, to, and x as a + b y + c y^2. *)
Definition edges : list (Q * Q * (Q * Q * Q)) :=
  [(larger (Qred (s - radius)) 0, far, (0, 1, 0)); (0, Qred (radius - s), (0, -1, 0))]%Q
  ++ (if one || nil s then []
      else [(larger (Qred (s - radius)) (Qred (radius - s)), far,
             (Qred ((s * s - radius * radius) / (2 * s)), 0, Qred (1 / (2 * s))))])%Q.
(* k (s x - alpha s^2) - (lower + slope (x - s)) (m + n y). *)
Definition gap (x part : Q * Q * Q) : cubic :=
  let '(a, b, c) := x in let '(k, m, n) := part in
  let level := (slope * s - lower)%Q in let rise := (k * s - slope * m)%Q in
  (Qred (level * m - k * alpha * s * s + rise * a), Qred (level * n + rise * b - slope * n * a),
   Qred (rise * c - slope * n * b), Qred (- (slope * n * c)))%Q.
Definition pieces : list (Q * Q * cubic) :=
  flat_map (fun edge => let '(l, r, x) := edge in
    map (fun part => let '(l', r', kmn) := part in (larger l l', smaller r r', gap x kmn)) parts) edges.
(* Cuts are given where a piece has a length. *)
Fixpoint all_above (pieces : list (Q * Q * cubic)) (cuts : list row) : bool :=
  match pieces with
  | [] => match cuts with [] => true | _ => false end
  | (l, r, p) :: pieces =>
      if negb (Qle_bool l r) then all_above pieces cuts
      else if Qle_bool r l then nonnegative (at_q p l) && all_above pieces cuts
      else match cuts with [] => false | first :: cuts => above_cuts p l first r && all_above pieces cuts end
  end.
Definition scaled_q (y : Q) : Q :=
  match h with Normalise c => / (c + y) | Clip c => if Qle_bool y c then 1 else c / y end.
Definition allowed_atom (atom : Q * Q * Q) : bool :=
  let '(x, y, share) := atom in
  nonnegative share && nonnegative (y - x) && nonnegative (y + x)
  && nonnegative (radius * radius - (y * y - 2 * s * x + s * s)) && (negb one || nil (y * y - x * x)).
Definition summed_atoms (f : Q -> Q -> Q) : Q :=
  fold_right (fun atom rest => let '(x, y, share) := atom in qplus (share * f x y) rest) 0%Q (atoms w).
Definition drift_ok : bool :=
  positive (match h with Normalise c => c | Clip c => c end) && nonnegative s && positive radius
  && all_above pieces (cuts_ w)
  && forallb allowed_atom (atoms w) && nil (summed_atoms (fun _ _ => 1%Q) - 1) && nil (summed_atoms (fun x _ => x - s)%Q)
  && nonnegative (upper - summed_atoms (fun x y => scaled_q y * (s * x - alpha * s * s)))%Q.
End Reader.

Lemma below_real a b : Qle_bool a b = true <-> Q2R a <= Q2R b.
Proof. rewrite Qle_bool_iff. split; [apply Qle_Rle | apply Rle_Qle]. Qed.
Lemma beyond_real a b : Qle_bool a b = false -> Q2R b < Q2R a.
Proof. intros no. apply Rnot_le_lt. intros yes. apply below_real in yes. congruence. Qed.
Lemma larger_below (a b : Q) y : a <= y -> b <= y -> larger a b <= y.
Proof. unfold larger. destruct Qle_bool; auto. Qed.
Lemma smaller_above (a b : Q) y : y <= a -> y <= b -> y <= smaller a b.
Proof. unfold smaller. destruct Qle_bool; auto. Qed.
Lemma all_above_at ps cuts l r p y : all_above ps cuts = true -> In (l, r, p) ps -> l <= y <= r -> 0 <= at_cubic p y.
Proof.
  revert cuts. induction ps as [| [[l' r'] p'] ps IH]; intros cuts read place inside; [destruct place |].
  simpl in read. destruct place as [here | there].
  - injection here as -> -> ->. destruct (Qle_bool l r) eqn:order; [simpl in read | apply beyond_real in order; lra].
    destruct (Qle_bool r l) eqn:equal.
    + apply andb_true_iff in read as [read _]. apply nonnegative_real in read. apply below_real in equal.
      replace y with (Q2R l) by lra. destruct p as [[[a b] c] d]. unfold at_q in read. plain. unfold at_cubic. lra.
    + destruct cuts as [| first cuts]; [discriminate |]. apply andb_true_iff in read as [read _].
      exact (above_with_cuts _ _ _ _ _ read inside).
  - destruct (Qle_bool l' r'), (Qle_bool r' l'), cuts as [| first cuts]; simpl in read; try discriminate;
      try (apply andb_true_iff in read as [_ read]); eauto.
Qed.

(* A length is in one of the parts, where the factor is as they say. *)
Lemma in_a_part h (s tau0 tau1 : Q) (y : R) :
  (match h with Normalise c => 0 < Q2R c | Clip c => 0 < Q2R c end) -> 0 <= y <= s + (tau0 + tau1 * s) ->
  exists l r k m n : Q, In (l, r, (k, m, n)) (parts h s tau0 tau1) /\ l <= y <= r
    /\ 0 < m + n * y /\ scaled h y = k / (m + n * y).
Proof.
  intros some inside. assert (high : y <= Q2R (Qred (s + Qred (tau0 + tau1 * s)))) by (plain; lra).
  destruct h as [g | g].
  - exists 0%Q, (Qred (s + Qred (tau0 + tau1 * s))), 1%Q, g, 1%Q. repeat split.
    + left. reflexivity.
    + plain. lra.
    + exact high.
    + plain. lra.
    + simpl. plain. field. lra.
  - destruct (Rle_lt_dec y g) as [small | large].
    + exists 0%Q, g, 1%Q, 1%Q, 0%Q. repeat split; [left; reflexivity | plain; lra | exact small | plain; lra |].
      simpl. destruct Rle_dec; [plain; field | lra].
    + exists g, (Qred (s + Qred (tau0 + tau1 * s))), g, 0%Q, 1%Q.
      repeat split; [right; left; reflexivity | lra | exact high | plain; lra |].
      simpl. destruct Rle_dec; [lra | plain; field; lra].
Qed.

Section Drift.
Variables (h : rule) (one : bool) (s tau0 tau1 alpha lower upper : Q) (w : drift).
Hypothesis ok : drift_ok h one s tau0 tau1 alpha lower upper w = true.
Let radius : Q := Qred (tau0 + tau1 * s).

Lemma ok_all :
  (match h with Normalise c => 0 < Q2R c | Clip c => 0 < Q2R c end) /\ 0 <= Q2R s /\ 0 < Q2R radius
  /\ all_above (pieces h one s tau0 tau1 alpha lower w) (cuts_ w) = true
  /\ forallb (allowed_atom one s tau0 tau1) (atoms w) = true
  /\ Q2R (summed_atoms w (fun _ _ => 1%Q)) = 1 /\ Q2R (summed_atoms w (fun x _ => x - s)%Q) = 0
  /\ Q2R (summed_atoms w (fun x y => scaled_q h y * (s * x - alpha * s * s))%Q) <= upper.
Proof.
  pose proof ok as read. unfold drift_ok in read. rewrite !andb_true_iff in read.
  destruct read as [[[[[[[some sign] some_radius] all] atoms_] whole] mean_] value_].
  apply nonnegative_real in sign, value_. apply nil_real in whole, mean_. apply positive_real in some_radius. plain.
  assert (match h with Normalise c => 0 < Q2R c | Clip c => 0 < Q2R c end) by (destruct h; apply positive_real, some).
  assert (0 < Q2R radius) by (unfold radius; plain; lra).
  repeat (split; [assumption || lra |]). lra.
Qed.

(* What the descent has over the line. *)
Definition over_line (x y : R) := scaled h y * (s * x - alpha * (s * s)) - (lower + line_slope w * (x - s)).

Lemma on_edge l r a b c (y : R) : In (l, r, (a, b, c)) (edges one s tau0 tau1) -> l <= y <= r -> 0 <= y -> y <= s + radius ->
  0 <= over_line (a + b * y + c * y ^ 2) y.
Proof.
  intros edge inside sign short. destruct ok_all as [some [sign_s [some_radius [all _]]]].
  assert (is_radius : Q2R radius = tau0 + tau1 * s) by (unfold radius; plain; reflexivity).
  destruct (in_a_part h s tau0 tau1 y some) as [l' [r' [k [m [n [part [here [above_ is]]]]]]]]; [lra |].
  assert (cubic_ : 0 <= at_cubic (gap s alpha lower w (a, b, c) (k, m, n)) y).
  { apply (all_above_at _ _ (larger l l') (smaller r r') _ y all).
    - unfold pieces. apply in_flat_map. exists (l, r, (a, b, c)). split; [exact edge |].
      apply in_map_iff. exists (l', r', (k, m, n)). split; [reflexivity | exact part].
    - split; [apply larger_below | apply smaller_above]; lra. }
  unfold over_line. rewrite is. unfold gap, at_cubic in cubic_. plain.
  apply Rmult_le_reg_l with (1 := above_). rewrite Rmult_0_r.
  match type of cubic_ with 0 <= ?whole => replace ((m + n * y) * _) with whole; [exact cubic_ |] end.
  field. lra.
Qed.
Lemma between_ x0 x1 x y : 0 <= over_line x0 y -> 0 <= over_line x1 y -> x0 <= x <= x1 -> 0 <= over_line x y.
Proof.
  intros first last inside. destruct (Req_dec x0 x1) as [<- | apart]; [replace x with x0 by lra; exact first |].
  apply Rmult_le_reg_l with (x1 - x0); [lra |]. rewrite Rmult_0_r.
  replace ((x1 - x0) * over_line x y) with ((x1 - x) * over_line x0 y + (x - x0) * over_line x1 y) by (unfold over_line; ring).
  apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
Qed.
Lemma above_line x y : - y <= x <= y -> y * y - 2 * s * x + s * s <= radius * radius ->
  (one = true -> x * x = y * y) -> 0 <= over_line x y.
Proof.
  intros inside near line_. destruct ok_all as [_ [sign_s [some_radius _]]].
  assert (0 <= y) as sign by lra.
  assert (y - s <= radius) as short by (apply Rnot_lt_le; intros long; nra).
  assert (s - y <= radius) as long by (apply Rnot_lt_le; intros far_; nra).
  assert (is_radius : Q2R radius = tau0 + tau1 * s) by (unfold radius; plain; reflexivity).
  assert (first : 0 <= over_line y y).
  { replace y with (Q2R 0 + Q2R 1 * y + Q2R 0 * y ^ 2) at 1 by (plain; ring).
    apply (on_edge _ _ _ _ _ _ (or_introl eq_refl)); [| exact sign | lra].
    split; [apply larger_below | ]; fold radius; plain; lra. }
  destruct (Rle_lt_dec (y + s) radius) as [inner | outer].
  - apply (between_ (- y) y); [| exact first | exact inside].
    replace (- y) with (Q2R 0 + Q2R (-1) * y + Q2R 0 * y ^ 2) by (rewrite real_minus_one; plain; ring).
    apply (on_edge _ _ _ _ _ _ (or_intror (or_introl eq_refl))); [| exact sign | lra].
    fold radius. plain. lra.
  - destruct (bool_dec one true) as [is | more].
    + specialize (line_ is). assert (x = y) as ->; [| exact first].
      destruct (Req_dec x y) as [equal | apart]; [exact equal |].
      assert (x = - y) as -> by (apply Rmult_eq_reg_l with (x - y); lra). nra.
    + assert (0 < s) as some by (apply Rnot_le_lt; intros none; assert (Q2R s = 0) as zero_ by lra; rewrite zero_ in *; nra).
      set (X := Q2R (Qred ((s * s - radius * radius) / (2 * s))) + Q2R 0 * y + Q2R (Qred (1 / (2 * s))) * y ^ 2).
      assert (apart : ~ (2 * s == 0)%Q) by (intros none; apply Qeq_eqR in none; plain; lra).
      assert (is_X : 2 * s * X = y * y + s * s - radius * radius).
      { unfold X, Qdiv. rewrite !red_real. rewrite !Q2R_mult, !Q2R_inv, Q2R_minus, !Q2R_mult by exact apart. plain. field. lra. }
      apply (between_ X y); [| exact first | split; [| lra]; apply Rmult_le_reg_l with (2 * s); lra].
      apply (on_edge (larger (Qred (s - radius)) (Qred (radius - s))) (Qred (s + radius))).
      * unfold edges. apply in_or_app. right.
        replace (one || nil s) with false; [left; reflexivity |].
        apply not_true_is_false in more. rewrite more. symmetry. apply not_true_iff_false. intros none. apply nil_real in none. lra.
      * split; [apply larger_below |]; plain; lra.
      * exact sign.
      * lra.
Qed.

(* --- every law lies above the line, and the atoms' law reaches the upper value ------------------ *)

Variables (E : space) (u v : E).
Hypothesis unit_ : <<u, u>> = 1.
Hypothesis room_ : room one u v.

Lemma above_everywhere outcome (P : expectation outcome) (e : outcome -> E) : deviation P (tau0 + tau1 * s) e ->
  lower <= mean P (fun o => descent h alpha (s [*] u) (s [*] u [+] e o)).
Proof.
  intros [central bounded]. destruct ok_all as [_ [_ [some_radius _]]].
  assert (is_radius : Q2R radius = tau0 + tau1 * s) by (unfold radius; plain; reflexivity).
  apply Rle_trans with (mean P (fun o => lower * 1 + line_slope w * <<e o, u>>)).
  - rewrite mean_plus, !mean_scal, central, mean_one. lra.
  - apply mean_order. intros o. set (g := s [*] u [+] e o).
    assert (shift : <<u, g>> = s + <<e o, u>>) by (unfold g; dots; rewrite unit_, (dot_sym _ u (e o)); ring).
    assert (square : norm g * norm g = s * s + 2 * s * <<e o, u>> + <<e o, e o>>).
    { replace (norm g * norm g) with (norm g ^ 2) by ring. rewrite norm_squared. unfold g. dots.
      rewrite unit_, (dot_sym _ u (e o)). ring. }
    assert (norm_u : norm u = 1) by (unfold norm; rewrite unit_; apply sqrt_1).
    assert (norm_u' : norm ((-1) [*] u) = 1) by (unfold norm; dots; rewrite unit_; replace (-1 * (-1 * 1)) with 1 by ring; apply sqrt_1).
    pose proof (cauchy_schwarz E u g) as high. pose proof (cauchy_schwarz E ((-1) [*] u) g) as low.
    rewrite norm_u in high. rewrite norm_u' in low. rewrite dot_scal in low.
    pose proof (bounded o) as short. rewrite <- is_radius in short.
    assert (size : <<e o, e o>> <= radius * radius).
    { rewrite <- norm_squared. pose proof (sqrt_pos <<e o, e o>>). fold (norm (e o)) in *. nra. }
    pose proof (above_line <<u, g>> (norm g)) as above_. unfold over_line in above_.
    lapply above_; [| lra]. clear above_. intros above_. lapply above_; [| rewrite square, shift; lra].
    clear above_. intros above_. lapply above_.
    + intros final. unfold descent. rewrite !dot_scal, scal_dot, unit_. rewrite shift in *.
      replace (s * (s * 1)) with (s * s) by ring. lra.
    + intros line_. rewrite line_ in room_. simpl in room_. rewrite square, shift.
      rewrite (room_ (e o)) at 3 4. dots. rewrite unit_, (dot_sym _ u (e o)). ring.
Qed.

Definition two (atom : Q * Q * Q) (sign : R) : E :=
  let '(x, y, _) := atom in (x - s) [*] u [+] (sign * sqrt (y * y - x * x)) [*] v.
Definition law_of : list (Q * Q * Q) -> law E :=
  flat_map (fun atom : Q * Q * Q => [(Q2R (snd atom) / 2, two atom 1); (Q2R (snd atom) / 2, two atom (-1))]).
Lemma law_mean (all : list (Q * Q * Q)) (f : E -> R) (g : Q -> Q -> Q) c :
  (forall x y share, In (x, y, share) all -> f (two (x, y, share) 1) + f (two (x, y, share) (-1)) = 2 * c * Q2R (g x y)) ->
  mean_of (law_of all) f = c * Q2R (fold_right (fun atom rest => let '(x, y, share) := atom in qplus (share * g x y) rest) 0%Q all).
Proof.
  induction all as [| [[x y] share] all IH]; intros equal; cbn [law_of flat_map app mean_of fold_right snd]; [plain; ring |].
  change (flat_map _ all) with (law_of all). rewrite IH by (intros; apply equal; right; assumption).
  specialize (equal x y share (or_introl eq_refl)). rewrite qplus_real, Q2R_mult.
  replace (f (two (x, y, share) 1)) with (2 * c * g x y - f (two (x, y, share) (-1))) by lra. field.
Qed.
Lemma atom_ok x y share : In (x, y, share) (atoms w) -> 0 <= share /\ 0 <= y /\ x * x <= y * y
  /\ y * y - 2 * s * x + s * s <= radius * radius /\ (one = true -> y * y - x * x = 0).
Proof.
  intros place. destruct ok_all as [_ [_ [_ [_ [all _]]]]].
  apply (proj1 (forallb_forall _ _) all) in place. unfold allowed_atom in place. rewrite !andb_true_iff in place.
  destruct place as [[[[sign low] high] near] line_]. apply nonnegative_real in sign, low, high, near. fold radius in near.
  plain. repeat split; try lra; try nra.
  intros is. rewrite is in line_. apply nil_real in line_. plain. exact line_.
Qed.
(* What an error of this length does. *)
Lemma two_products x y share sign : In (x, y, share) (atoms w) -> sign * sign = 1 ->
  let e := two (x, y, share) sign in
  <<u, e>> = x - s /\ <<e, e>> = (x - s) * (x - s) + (y * y - x * x).
Proof.
  intros place sign_. destruct (atom_ok x y share place) as [_ [_ [less [_ line_]]]]. simpl.
  pose proof (sqrt_sqrt (y * y - x * x) ltac:(lra)) as root. set (r := sqrt (y * y - x * x)) in *.
  assert (across : r * <<u, v>> = 0 /\ r * r * <<v, v>> = y * y - x * x).
  { pose proof room_ as place_. unfold room in place_. destruct (bool_dec one true) as [is | more].
    - specialize (line_ is). assert (r = 0) as -> by nra. rewrite line_. split; ring.
    - apply not_true_is_false in more. rewrite more in place_. destruct place_ as [-> ->]. split; lra. }
  destruct across as [across square]. dots. rewrite unit_, (dot_sym _ v u). split.
  - replace (sign * r * <<u, v>>) with (sign * (r * <<u, v>>)) by ring. rewrite across. ring.
  - transitivity ((x - s) * (x - s) + 2 * (x - s) * sign * (r * <<u, v>>) + sign * sign * (r * r * <<v, v>>)); [ring |].
    rewrite across, square, sign_. ring.
Qed.
Lemma scaled_real x y share : In (x, y, share) (atoms w) -> Q2R (scaled_q h y) = scaled h y.
Proof.
  intros place. destruct (atom_ok x y share place) as [_ [sign _]]. destruct ok_all as [some _]. unfold scaled_q, scaled.
  destruct h as [c | c].
  - rewrite Q2R_inv; [plain; reflexivity |]. intros none. apply Qeq_eqR in none. plain. lra.
  - destruct (Qle_bool y c) eqn:order; destruct (Rle_dec y c) as [small | large].
    + plain. reflexivity.
    + apply below_real in order. lra.
    + apply beyond_real in order. lra.
    + unfold Qdiv. rewrite Q2R_mult, Q2R_inv; [reflexivity |]. intros none. apply Qeq_eqR in none. plain. lra.
Qed.
Lemma reached : exists l : law E, fair l /\ (forall r e, In (r, e) l -> norm e <= tau0 + tau1 * s)
  /\ mean_of l (fun e => descent h alpha (s [*] u) (s [*] u [+] e)) <= upper.
Proof.
  destruct ok_all as [_ [sign_s [some_radius [_ [_ [whole_ [central value_]]]]]]].
  assert (is_radius : Q2R radius = tau0 + tau1 * s) by (unfold radius; plain; reflexivity).
  assert (members : forall r e, In (r, e) (law_of (atoms w)) ->
    exists x y share sign, In (x, y, share) (atoms w) /\ sign * sign = 1 /\ r = share / 2 /\ e = two (x, y, share) sign).
  { intros r e place. apply in_flat_map in place as [[[x y] share] [place [first | [second | []]]]];
      [injection first as <- <- | injection second as <- <-]; exists x, y, share; [exists 1 | exists (-1)]; repeat split; try assumption; ring. }
  exists (law_of (atoms w)). repeat split.
  - intros r e place. destruct (members r e place) as [x [y [share [sign [inside [_ [-> _]]]]]]].
    destruct (atom_ok _ _ _ inside). lra.
  - rewrite (law_mean _ _ (fun _ _ => 1%Q) 1); [| intros; plain; ring].
    fold (summed_atoms w (fun _ _ => 1%Q)). rewrite whole_. ring.
  - apply same. intros z. rewrite centre_dot, dot_zero.
    rewrite (law_mean _ _ (fun x _ => x - s)%Q <<u, z>>).
    + fold (summed_atoms w (fun x _ => x - s)%Q). rewrite central. ring.
    + intros x y share _. simpl. plain. dots. ring.
  - intros r e place. destruct (members r e place) as [x [y [share [sign [inside [square [_ ->]]]]]]].
    destruct (two_products _ _ _ _ inside square) as [_ size]. destruct (atom_ok _ _ _ inside) as [_ [_ [_ [near _]]]].
    rewrite <- is_radius. unfold norm. rewrite <- (sqrt_square radius) by lra. apply sqrt_le_1_alt. rewrite size. lra.
  - apply Rle_trans with (2 := value_). apply Req_le.
    rewrite (law_mean _ _ (fun x y => scaled_q h y * (s * x - alpha * s * s))%Q 1).
    + unfold summed_atoms. ring.
    + intros x y share inside.
      assert (each : forall sign, sign * sign = 1 -> descent h alpha (s [*] u) (s [*] u [+] two (x, y, share) sign)
        = scaled h y * (s * x - alpha * s * s)).
      { intros sign square. destruct (two_products _ _ _ _ inside square) as [along size].
        destruct (atom_ok _ _ _ inside) as [_ [sign_y _]].
        unfold descent. set (e := two (x, y, share) sign) in *. clearbody e.
        assert (length_ : norm (s [*] u [+] e) = y).
        { unfold norm. rewrite <- (sqrt_square y) by exact sign_y. f_equal. dots. rewrite unit_, (dot_sym _ e u), size, along. ring. }
        rewrite length_. dots. rewrite unit_, along. ring. }
      rewrite !each by ring. rewrite !Q2R_mult, (scaled_real x y share inside). plain. ring.
Qed.
End Drift.

Theorem drift_certified (h : rule) (one : bool) (s tau0 tau1 alpha lower upper : Q) (w : drift) :
  drift_ok h one s tau0 tau1 alpha lower upper w = true ->
  forall (E : space) (u v : E), <<u, u>> = 1 -> room one u v ->
  (forall outcome (P : expectation outcome) (e : outcome -> E), deviation P (tau0 + tau1 * s) e ->
    lower <= mean P (fun o => descent h alpha (s [*] u) (s [*] u [+] e o)))
  /\ exists l : law E, fair l /\ (forall r e, In (r, e) l -> norm e <= tau0 + tau1 * s)
    /\ mean_of l (fun e => descent h alpha (s [*] u) (s [*] u [+] e)) <= upper.
Proof.
  intros ok E u v unit_ room_. split.
  - exact (above_everywhere h one s tau0 tau1 alpha lower upper w ok E u v unit_ room_).
  - exact (reached h one s tau0 tau1 alpha lower upper w ok E u v unit_ room_).
Qed.

(* There is room: the plane, with its two axes. *)
Definition plane : space.
Proof.
  refine {| of := {| vector := R * R; zero := (0, 0); plus a b := (fst a + fst b, snd a + snd b);
    scal c a := (c * fst a, c * snd a); dot a b := fst a * fst b + snd a * snd b |} |};
    simpl; intros; repeat match goal with a : R * R |- _ => destruct a end; simpl in *;
    try (f_equal; ring); try ring.
  assert (r = 0 /\ r0 = 0) as [-> ->] by nra. reflexivity.
  Unshelve. all: simpl; intros; try ring. nra.
Defined.
Example axes : let u : plane := (1, 0) in let v : plane := (0, 1) in <<u, u>> = 1 /\ room false u v.
Proof. simpl. repeat split; ring. Qed.
