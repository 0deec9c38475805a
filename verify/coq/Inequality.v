(* The matrix inequality of the standard rate: where a matrix Z says so, nothing obeys it.

   Z is the sum of d v v^T with d >= 0: so the trace of its product with a form that is nowhere
   negative is not negative, and no theory of matrices is needed. *)

From certificates Require Import Theory.

Section Inequality.
Variables alpha beta eta mu L : R.
Definition next_ (x x' g : R) := x + beta * (x - x') - alpha * g.
Definition asked_ (x x' : R) := x + eta * (x - x').
Definition X0 (x x' g : R) := let y := asked_ x x' in 2 * mu * L * y ^ 2 - 2 * (mu + L) * (y * g) + 2 * g ^ 2.
Definition X1 (x x' g : R) := let y := asked_ x x' in let n := next_ x x' g in
  g * (x - n) + mu / 2 * (x - y) ^ 2 - L / 2 * (n - y) ^ 2.
Definition X2 (x x' g : R) := let y := asked_ x x' in let n := next_ x x' g in
  mu / 2 * y ^ 2 - g * n - L / 2 * (n - y) ^ 2.
(* V = the form P of two iterates + c (F - F* at the last), and what makes it fall by rho^2 a step. *)
Record obeyed (rho2 p11 p12 p22 c0 c : R) : Prop := {
  sign_c0 : 0 <= c0;
  sign_c : 0 <= c;
  sign_P : forall u v, 0 <= p11 * u ^ 2 + 2 * p12 * (u * v) + p22 * v ^ 2;
  falls_ : forall x x' g, let n := next_ x x' g in
    0 <= c0 * X0 x x' g + c * (rho2 * X1 x x' g + (1 - rho2) * X2 x x' g)
      - (p11 * n ^ 2 + 2 * p12 * (n * x) + p22 * x ^ 2)
      + rho2 * (p11 * x ^ 2 + 2 * p12 * (x * x') + p22 * x' ^ 2);
  bounds_ : 0 < c + 2 * (if Req_EM_T p22 0 then p11 else p11 - p12 ^ 2 / p22) / L
}.

Definition moments := list (R * (R * R * R)).
Fixpoint paired (Z : moments) (f : R -> R -> R -> R) : R :=
  match Z with [] => 0 | (d, (x, x', g)) :: Z => d * f x x' g + paired Z f end.
Fixpoint paired2 (N : list (R * (R * R))) (f : R -> R -> R) : R :=
  match N with [] => 0 | (d, (u, v)) :: N => d * f u v + paired2 N f end.

Lemma paired_plus Z f h : paired Z (fun x x' g => f x x' g + h x x' g) = paired Z f + paired Z h.
Proof. induction Z as [| [d [[x x'] g]] Z IH]; simpl; [ring |]. rewrite IH. ring. Qed.
Lemma paired_scal Z a f : paired Z (fun x x' g => a * f x x' g) = a * paired Z f.
Proof. induction Z as [| [d [[x x'] g]] Z IH]; simpl; [ring |]. rewrite IH. ring. Qed.
Lemma paired_same Z f h : (forall x x' g, f x x' g = h x x' g) -> paired Z f = paired Z h.
Proof. intros equal. induction Z as [| [d [[x x'] g]] Z IH]; simpl; [ring |]. rewrite IH, equal. ring. Qed.
Lemma paired_sign Z f : Forall (fun one => 0 <= fst one) Z -> (forall x x' g, 0 <= f x x' g) -> 0 <= paired Z f.
Proof.
  intros signs above. induction signs as [| [d [[x x'] g]] Z sign signs IH]; simpl in *; [lra |].
  specialize (above x x' g). nra.
Qed.
Lemma paired_one Z f d x x' g : Forall (fun one => 0 <= fst one) Z -> (forall x x' g, 0 <= f x x' g) ->
  In (d, (x, x', g)) Z -> d * f x x' g <= paired Z f.
Proof.
  intros signs above. induction signs as [| [e [[y y'] k]] Z sign signs IH]; simpl in *; intros []; simpl in *.
  - injection H as -> -> -> ->. pose proof (paired_sign Z f signs above). lra.
  - specialize (IH H). specialize (above y y' k). nra.
Qed.
Lemma paired2_form N p11 p12 p22 : Forall (fun one => 0 <= fst one) N ->
  (forall u v, 0 <= p11 * u ^ 2 + 2 * p12 * (u * v) + p22 * v ^ 2) ->
  0 <= p11 * paired2 N (fun u v => u ^ 2) + 2 * p12 * paired2 N (fun u v => u * v) + p22 * paired2 N (fun u v => v ^ 2).
Proof.
  intros signs above. induction signs as [| [d [u v]] N sign signs IH]; simpl in *; [lra |].
  specialize (above u v). simpl in above. nra.
Qed.

Theorem none_obeys (Z : moments) (N : list (R * (R * R))) :
  0 < alpha -> 0 < L -> Forall (fun one => 0 <= fst one) Z -> Forall (fun one => 0 <= fst one) N ->
  paired Z (fun x x' g => next_ x x' g ^ 2 + -1 * x ^ 2) = paired2 N (fun u v => u ^ 2) ->
  paired Z (fun x x' g => next_ x x' g * x + -1 * (x * x')) = paired2 N (fun u v => u * v) ->
  paired Z (fun x x' g => x ^ 2 + -1 * x' ^ 2) = paired2 N (fun u v => v ^ 2) ->
  paired Z X0 <= 0 -> paired Z X1 <= 0 -> paired Z X2 <= 0 -> paired Z X1 + paired Z X2 < 0 ->
  paired Z X0 < 0 \/ (exists d x x' g, In (d, (x, x', g)) Z /\ 0 < d /\ x <> 0) ->
  forall rho2, 0 < rho2 < 1 -> forall p11 p12 p22 c0 c, ~ obeyed rho2 p11 p12 p22 c0 c.
Proof.
  intros step_ smooth signs_Z signs_N first mixed last low0 low1 low2 low some rho2 inside p11 p12 p22 c0 c
    [sign0 sign_ form falls bound].
  set (V u v := p11 * u ^ 2 + 2 * p12 * (u * v) + p22 * v ^ 2) in *.
  pose proof (paired_sign Z (fun x x' g => V x x') signs_Z (fun x x' g => form x x')) as held.
  pose proof (paired2_form N p11 p12 p22 signs_N form) as moved. rewrite <- first, <- mixed, <- last in moved.
  assert (change : p11 * paired Z (fun x x' g => next_ x x' g ^ 2 + -1 * x ^ 2)
    + 2 * p12 * paired Z (fun x x' g => next_ x x' g * x + -1 * (x * x'))
    + p22 * paired Z (fun x x' g => x ^ 2 + -1 * x' ^ 2)
    = paired Z (fun x x' g => V (next_ x x' g) x) + -1 * paired Z (fun x x' g => V x x')).
  { rewrite <- !paired_scal, <- !paired_plus. apply paired_same. intros. unfold V. ring. }
  rewrite change in moved.
  pose proof (paired_sign Z _ signs_Z falls) as whole_.
  replace (paired Z _) with (c0 * paired Z X0 + c * (rho2 * paired Z X1 + (1 - rho2) * paired Z X2)
    - paired Z (fun x x' g => V (next_ x x' g) x) + rho2 * paired Z (fun x x' g => V x x')) in whole_.
  2: { transitivity (c0 * paired Z X0 + (c * rho2) * paired Z X1 + (c * (1 - rho2)) * paired Z X2
      + -1 * paired Z (fun x x' g => V (next_ x x' g) x) + rho2 * paired Z (fun x x' g => V x x')); [ring |].
    rewrite <- !paired_scal, <- !paired_plus. apply paired_same. intros. unfold V. simpl. ring. }
  set (a := paired Z X0) in *. set (b := rho2 * paired Z X1 + (1 - rho2) * paired Z X2) in *.
  set (h := paired Z (fun x x' g => V x x')) in *. set (k := paired Z (fun x x' g => V (next_ x x' g) x)) in *.
  assert (down : b < 0).
  { unfold b. destruct (Rle_lt_dec 0 (paired Z X1)) as [high | strict].
    - assert (paired Z X1 = 0) as -> by lra. assert (0 < (1 - rho2) * - paired Z X2) by (apply Rmult_lt_0_compat; lra). lra.
    - assert (0 < rho2 * - paired Z X1) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= (1 - rho2) * - paired Z X2) by (apply Rmult_le_pos; lra). lra. }
  assert (0 <= - (c0 * a)) by nra. assert (0 <= - (c * b)) by nra. assert (0 <= (1 - rho2) * h) by nra.
  assert (none : c * b = 0 /\ c0 * a = 0 /\ (1 - rho2) * h = 0) by lra. destruct none as [none_c [none_0 none_h]].
  apply Rmult_integral in none_c as [none_c | none_c]; [| lra].
  apply Rmult_integral in none_h as [none_h | none_h]; [lra |].
  rewrite none_c, Rplus_0_l in bound.
  assert (curved : 0 < if Req_EM_T p22 0 then p11 else p11 - p12 ^ 2 / p22).
  { set (s := if Req_EM_T p22 0 then p11 else p11 - p12 ^ 2 / p22) in *.
    replace s with (2 * s / L * (L / 2)) by (field; lra). apply Rmult_lt_0_compat; lra. }
  clear bound. destruct some as [negative | [d [x [x' [g [there [positive_ other]]]]]]].
  - apply Rmult_integral in none_0 as [none_0 | none_0]; [| lra]. subst c0 c.
    assert (p11 = 0).
    { assert (0 <= p11) by (apply Rle_trans with (1 := form 1 0); unfold V; right; ring).
      assert (0 <= - (p11 * (alpha * alpha))).
      { apply Rle_trans with (1 := falls 0 0 1). right. unfold V, next_. ring. }
      assert (0 < alpha * alpha) by nra. nra. }
    assert (p12 = 0).
    { subst p11. assert (0 <= p22) by (apply Rle_trans with (1 := form 0 1); unfold V; right; ring).
      assert (0 <= - (p12 * p12 * (p22 + 2))).
      { apply Rle_trans with (1 := form (- (1 + p22)) p12). right. unfold V. ring. }
      nra. }
    destruct (Req_EM_T p22 0) as [_ | some]; [lra |].
    subst p11 p12. unfold Rdiv in curved. lra.
  - pose proof (paired_one Z (fun x x' g => V x x') d x x' g signs_Z (fun x x' g => form x x') there) as nil_.
    fold h in nil_. rewrite none_h in nil_. cbv beta in nil_. pose proof (form x x') as sign_V.
    change (0 <= V x x') in sign_V.
    assert (zero_ : V x x' = 0) by nra.
    assert (0 < x ^ 2) by (simpl; nra).
    destruct (Req_EM_T p22 0) as [flat_ | steep].
    + assert (p12 = 0).
      { destruct (Req_EM_T p12 0) as [| some]; [assumption |]. exfalso.
        pose proof (form 1 (- (p11 + 1) / (2 * p12))) as here. unfold V in here. subst p22.
        replace (p11 * 1 ^ 2 + 2 * p12 * (1 * (- (p11 + 1) / (2 * p12))) + 0 * (- (p11 + 1) / (2 * p12)) ^ 2)
          with (-1) in here by (field; lra). lra. }
      subst p12 p22. unfold V in zero_. nra.
    + assert (0 < p22) by (pose proof (form 0 1) as one; unfold V in one; simpl in one; lra).
      assert (equal : V x x' = (p11 - p12 ^ 2 / p22) * x ^ 2 + p22 * (x' + p12 / p22 * x) ^ 2) by (unfold V; field; lra).
      rewrite zero_ in equal. pose proof (pow2_ge_0 (x' + p12 / p22 * x)). nra.
Qed.
End Inequality.

(* What is left are numbers. *)
Ltac computed Z N := unfold Z, N; cbv [paired paired2 next_ asked_ X0 X1 X2]; lra.
Ltac signs Z := unfold Z; repeat (apply Forall_cons; [simpl; lra |]); apply Forall_nil.
Ltac refuted_by Z N := intros rho2 inside; apply (none_obeys _ _ _ _ _ Z N);
  [lra | lra | signs Z | signs N
  | computed Z N | computed Z N | computed Z N | computed Z N | computed Z N | computed Z N | computed Z N
  | (left; computed Z N) || (right; unfold Z; do 4 eexists; split; [left; reflexivity | split; [lra | intros none; lra]])
  | exact inside].
