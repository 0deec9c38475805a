(* What the second checker takes as known (verify/checker): its table of functions, each entry under
   the name that verify/coq/facts.py gives it, what it knows of norms, and the rules that conclude.

   A fact holds where its formulas have a value: so the arguments of logarithms are positive here. *)

From certificates Require Import Theory Floor Horizon.
From Coq Require Import Lia Ranalysis.

(* --- functions --------------------------------------------------------------------------------- *)

(* u to a real power, for u >= 0 (and 0 where 0 to a negative power has no value). *)
Definition pow (u e : R) : R := if Req_EM_T e 0 then 1 else if Rlt_dec 0 u then exp (e * ln u) else 0.
Definition floor (u : R) : R := IZR (Int_part u).
Definition ceil (u : R) : R := - floor (- u).

(* It is the power of the library, and the product of n factors. *)
Lemma pow_real u e : 0 < u -> pow u e = Rpower u e.
Proof.
  intros above. unfold pow, Rpower. destruct (Req_EM_T e 0) as [-> | _]; [rewrite Rmult_0_l, exp_0; reflexivity |].
  destruct (Rlt_dec 0 u); [reflexivity | lra].
Qed.
Lemma pow_natural u n : 0 <= u -> pow u (INR n) = u ^ n.
Proof.
  intros [above | <-].
  - rewrite pow_real, Rpower_pow by exact above. reflexivity.
  - unfold pow. destruct n as [| n]; [destruct (Req_EM_T (INR 0) 0) as [_ | no]; [reflexivity | simpl in no; lra] |].
    pose proof (pos_INR n). rewrite S_INR. destruct (Req_EM_T _ 0); [lra |]. destruct (Rlt_dec 0 0); [lra |].
    simpl. ring.
Qed.

Lemma exp_order u v : u <= v -> exp u <= exp v.
Proof. intros [less | ->]; [apply Rlt_le, exp_increasing, less | lra]. Qed.
Lemma exp_turned u : exp u * exp (- u) = 1.
Proof. rewrite <- exp_plus, Rplus_opp_r. apply exp_0. Qed.
Lemma log_below u : 0 < u -> ln u <= u - 1.
Proof. intros above. pose proof (exp_ineq1_le (ln u)) as low. rewrite exp_ln in low by exact above. lra. Qed.
Lemma log_sign u : 1 <= u -> 0 <= ln u.
Proof. intros [above | <-]; [rewrite <- ln_1; apply Rlt_le, ln_increasing; lra | rewrite ln_1; lra]. Qed.
Lemma sin_size u : sin u ^ 2 <= u ^ 2.
Proof.
  assert (right : forall v, 0 <= v -> sin v ^ 2 <= v ^ 2).
  { intros v [above | <-]; [| rewrite sin_0; lra]. pose proof (sin_lt_x v above). pose proof (SIN_bound v).
    destruct (Rle_lt_dec 1 v); [nra |]. pose proof (sin_gt_0 v above ltac:(pose proof PI2_1; lra)). nra. }
  destruct (Rle_lt_dec 0 u) as [above | below]; [apply right, above |].
  pose proof (right (- u) ltac:(lra)) as high. rewrite sin_neg in high. nra.
Qed.
(* A function is monotone where its derivative has a sign. *)
Lemma from (h h' : R -> R) a u : (forall c, Rmin a u <= c <= Rmax a u -> derivable_pt_lim h c (h' c)) ->
  exists c, Rmin a u <= c <= Rmax a u /\ h u - h a = h' c * (u - a).
Proof.
  intros slope. destruct (Rtotal_order a u) as [less | [-> | more]].
  - rewrite Rmin_left, Rmax_right in * by lra. destruct (MVT_cor2 h h' a u less slope) as [c [mean inside]].
    exists c. split; [lra | exact mean].
  - exists u. rewrite Rmin_left, Rmax_left by lra. split; [lra | ring].
  - rewrite Rmin_right, Rmax_left in * by lra. destruct (MVT_cor2 h h' u a more slope) as [c [mean inside]].
    exists c. split; [lra | lra].
Qed.
Ltac between := unfold Rmin, Rmax in *; repeat destruct Rle_dec; lra.
Lemma exp_opp_slope c : derivable_pt_lim (fun u => exp (- u)) c (- exp (- c)).
Proof.
  replace (- exp (- c)) with (exp (- c) * (- 1)) by ring.
  apply (derivable_pt_lim_comp (fun u => - u) exp).
  - apply (derivable_pt_lim_opp id), derivable_pt_lim_id.
  - apply derivable_pt_lim_exp.
Qed.
Lemma power_slope n c : derivable_pt_lim (fun u => u ^ S n) c (INR (S n) * c ^ n).
Proof. apply (derivable_pt_lim_pow c (S n)). Qed.
Lemma exp_cubic u : 1 + (u + (((u ^ 2) / 2) + ((u ^ 3) / 6))) <= exp u.
Proof.
  set (p := fun u => 1 + (1 * u ^ 1 + (/ 2 * u ^ 2 + / 6 * u ^ 3))).
  set (p' := fun u => 0 + (1 * (INR 1 * u ^ 0) + (/ 2 * (INR 2 * u ^ 1) + / 6 * (INR 3 * u ^ 2)))).
  destruct (from (fun u => p u * exp (- u)) (fun u => p' u * exp (- u) + p u * (- exp (- u))) 0 u) as [c [inside mean]].
  { intros c _. apply (derivable_pt_lim_mult p (fun u => exp (- u))); [| apply exp_opp_slope].
    apply derivable_pt_lim_plus; [apply derivable_pt_lim_const |].
    repeat apply derivable_pt_lim_plus; apply (derivable_pt_lim_scal (fun u => u ^ _)), power_slope. }
  rewrite Ropp_0, exp_0 in mean. unfold p, p' in mean. simpl in mean.
  pose proof (exp_pos (- c)). pose proof (exp_pos u). pose proof (exp_turned u).
  assert (down : - (c * c * c / 6 * u * exp (- c)) <= 0).
  { assert (0 <= c * u) by (unfold Rmin, Rmax in *; repeat destruct Rle_dec; nra). assert (0 <= c * c * (c * u)) by (apply Rmult_le_pos; nra). nra. }
  assert ((1 + (u + (u ^ 2 / 2 + u ^ 3 / 6))) * exp (- u) <= 1) by (simpl; nra). nra.
Qed.
Lemma exp_square u : u <= 0 -> exp u <= 1 + (u + ((u ^ 2) / 2)).
Proof.
  intros below. set (p := fun u => 1 + (1 * u ^ 1 + / 2 * u ^ 2)).
  set (p' := fun u => 0 + (1 * (INR 1 * u ^ 0) + / 2 * (INR 2 * u ^ 1))).
  destruct (from (fun u => p u * exp (- u)) (fun u => p' u * exp (- u) + p u * (- exp (- u))) 0 u) as [c [inside mean]].
  { intros c _. apply (derivable_pt_lim_mult p (fun u => exp (- u))); [| apply exp_opp_slope].
    apply derivable_pt_lim_plus; [apply derivable_pt_lim_const |].
    repeat apply derivable_pt_lim_plus; apply (derivable_pt_lim_scal (fun u => u ^ _)), power_slope. }
  rewrite Ropp_0, exp_0 in mean. unfold p, p' in mean. simpl in mean.
  pose proof (exp_pos (- c)). pose proof (exp_pos u). pose proof (exp_turned u).
  assert (0 <= c * c / 2 * (- u) * exp (- c)) by (apply Rmult_le_pos; [nra | lra]).
  assert (1 <= (1 + (u + u ^ 2 / 2)) * exp (- u)) by (simpl; nra). nra.
Qed.
Lemma log_halves u : 0 < u -> (u <= 1 -> (u + 1) * ln u <= 2 * (u - 1)) /\ (1 <= u -> 2 * (u - 1) <= (u + 1) * ln u) /\ True.
Proof.
  intros positive.
  destruct (from (fun u => (u + 1) * ln u - 2 * u) (fun u => ((1 + 0) * ln u + (u + 1) * / u) - 2 * 1) 1 u) as [c [inside mean]].
  { intros c inside. assert (0 < c) by between.
    apply derivable_pt_lim_minus; [| apply (derivable_pt_lim_scal id), derivable_pt_lim_id].
    apply (derivable_pt_lim_mult (fun u => u + 1) ln); [| apply derivable_pt_lim_ln; assumption].
    apply derivable_pt_lim_plus; [apply derivable_pt_lim_id | apply derivable_pt_lim_const]. }
  assert (above : 0 < c) by between.
  pose proof (log_below (/ c) (Rinv_0_lt_compat _ above)) as low. rewrite ln_Rinv in low by exact above.
  replace ((1 + 0) * ln c + (c + 1) * / c - 2 * 1) with (ln c + / c - 1) in mean by (field; lra).
  rewrite ln_1 in mean. repeat split; intros side; nra.
Qed.
Lemma log_squares u : 0 < u -> (1 <= u -> (2 * u) * ln u <= u ^ 2 - 1) /\ (u <= 1 -> u ^ 2 - 1 <= (2 * u) * ln u).
Proof.
  intros positive.
  destruct (from (fun u => u ^ 2 - 2 * (u * ln u)) (fun u => INR 2 * u ^ 1 - 2 * (1 * ln u + u * / u)) 1 u) as [c [inside mean]].
  { intros c inside. assert (0 < c) by between.
    apply derivable_pt_lim_minus; [apply power_slope |]. apply (derivable_pt_lim_scal (fun u => u * ln u)).
    apply (derivable_pt_lim_mult id ln); [apply derivable_pt_lim_id | apply derivable_pt_lim_ln; assumption]. }
  assert (above : 0 < c) by between. pose proof (log_below c above).
  replace (c * / c) with 1 in mean by (field; lra). rewrite ln_1 in mean. simpl in mean. simpl.
  split; intros side; nra.
Qed.
(* Powers of u > 0 are exponentials; those of 0 are 0 or 1. *)
Ltac powers := intros u e; intros; unfold pow; destruct Req_EM_T; [subst; try lra; try nra |];
  match goal with |- context [Rlt_dec 0 ?v] => destruct (Rlt_dec 0 v); [| assert (v = 0) by lra; subst v; try lra; try nra] end.

Lemma known_exp_1 : forall u, 1 + u <= exp u.
Proof. exact exp_ineq1_le. Qed.
Lemma known_exp_2 : forall u, (1 - u) * (exp u) <= 1.
Proof. intros u. pose proof (exp_ineq1_le (- u)). pose proof (exp_turned u). pose proof (exp_pos u). nra. Qed.
Lemma known_exp_3 : forall u, 1 + (u + (((u ^ 2) / 2) + ((u ^ 3) / 6))) <= exp u.
Proof. exact exp_cubic. Qed.
Lemma known_exp_4 : forall u, ((1 + ((u ^ 2) / 2)) - (u + ((u ^ 3) / 6))) * (exp u) <= 1.
Proof. intros u. pose proof (exp_cubic (- u)). pose proof (exp_turned u). pose proof (exp_pos u). nra. Qed.
Lemma known_exp_5 : forall u, 0 < u -> 1 < exp u.
Proof. intros u above. rewrite <- exp_0. apply exp_increasing, above. Qed.
Lemma known_log_1 : forall u, 0 < u -> ln u <= u - 1.
Proof. exact log_below. Qed.
Lemma known_log_2 : forall u, 0 < u -> u - 1 <= u * (ln u).
Proof.
  intros u above. pose proof (log_below (/ u) (Rinv_0_lt_compat _ above)) as low. rewrite ln_Rinv in low by exact above.
  apply (Rmult_le_compat_l u) in low; [| lra]. replace (u * (/ u - 1)) with (1 - u) in low by (field; lra). lra.
Qed.
Lemma known_cos_1 : forall u, cos u <= 1.
Proof. intros u. apply COS_bound. Qed.
Lemma known_cos_2 : forall u, -1 <= cos u.
Proof. intros u. apply COS_bound. Qed.
Lemma known_sin_1 : forall u, sin u <= 1.
Proof. intros u. apply SIN_bound. Qed.
Lemma known_sin_2 : forall u, -1 <= sin u.
Proof. intros u. apply SIN_bound. Qed.
Lemma known_pow_1 : forall u e, 0 <= u -> 0 <= pow u e.
Proof. powers. apply Rlt_le, exp_pos. Qed.
Lemma known_pow_2 : forall u e, 0 <= u -> u <= 1 -> 0 <= e -> pow u e <= 1.
Proof. powers. rewrite <- exp_0. apply exp_order. assert (ln u <= 0) by (pose proof (log_below u ltac:(lra)); lra). nra. Qed.
Lemma known_pow_3 : forall u e, 1 <= u -> 0 <= e -> 1 <= pow u e.
Proof. powers. rewrite <- exp_0. apply exp_order. pose proof (log_sign u ltac:(lra)). nra. Qed.
Lemma known_pow_4 : forall u e, 0 <= u -> u <= 1 -> 1 <= e -> pow u e <= u.
Proof.
  powers. rewrite <- (exp_ln u) at 2 by lra. apply exp_order.
  assert (ln u <= 0) by (pose proof (log_below u ltac:(lra)); lra). nra.
Qed.
Lemma known_pow_5 : forall u e, 1 <= u -> 1 <= e -> u <= pow u e.
Proof. powers. rewrite <- (exp_ln u) at 1 by lra. apply exp_order. pose proof (log_sign u ltac:(lra)). nra. Qed.
Lemma known_pow_6 : forall u e, 0 <= u -> u < 1 -> 0 < e -> pow u e < 1.
Proof.
  powers. rewrite <- exp_0. apply exp_increasing.
  assert (ln u < 0) by (pose proof (log_below u ltac:(lra)); lra). nra.
Qed.
Lemma known_pow_7 : forall u e, 1 < u -> 0 < e -> 1 < pow u e.
Proof.
  powers. rewrite <- exp_0. apply exp_increasing.
  assert (0 < ln u) by (rewrite <- ln_1; apply ln_increasing; lra). nra.
Qed.
Lemma known_floor_1 : forall u, floor u <= u.
Proof. intros u. apply base_Int_part. Qed.
Lemma known_floor_2 : forall u, u - 1 < floor u.
Proof. intros u. unfold floor. pose proof (base_Int_part u). lra. Qed.
Lemma known_ceil_1 : forall u, u <= ceil u.
Proof. intros u. unfold ceil, floor. pose proof (base_Int_part (- u)). lra. Qed.
Lemma known_ceil_2 : forall u, ceil u < u + 1.
Proof. intros u. unfold ceil, floor. pose proof (base_Int_part (- u)). lra. Qed.
Lemma known_exp_6 : forall u, u <= 0 -> exp u <= 1 + (u + ((u ^ 2) / 2)).
Proof. exact exp_square. Qed.
Lemma known_exp_7 : forall u, 0 <= u -> 1 <= (exp u) * ((1 - u) + ((u ^ 2) / 2)).
Proof. intros u above. pose proof (exp_square (- u) ltac:(lra)). pose proof (exp_turned u). pose proof (exp_pos u). nra. Qed.
Lemma known_exp_exp_1 : forall u v, (exp v) * ((1 + u) - v) <= exp u.
Proof.
  intros u v. pose proof (exp_ineq1_le (u - v)) as low. replace u with (v + (u - v)) at 2 by ring.
  rewrite exp_plus. pose proof (exp_pos v). nra.
Qed.
Lemma known_exp_exp_2 : forall u v, (exp u) * ((1 + v) - u) <= exp v.
Proof. intros u v. apply (known_exp_exp_1 v u). Qed.
Lemma known_log_3 : forall u, 0 < u -> 1 <= u -> 2 * (u - 1) <= (u + 1) * (ln u).
Proof. intros u positive above. destruct (log_halves u positive) as [_ [high _]]. apply high, above. Qed.
Lemma known_log_4 : forall u, 0 < u -> 1 <= u -> (2 * u) * (ln u) <= (u ^ 2) - 1.
Proof. intros u positive above. destruct (log_squares u positive) as [high _]. apply high, above. Qed.
Lemma known_log_5 : forall u, 0 < u -> u <= 1 -> (u + 1) * (ln u) <= 2 * (u - 1).
Proof. intros u positive below. destruct (log_halves u positive) as [low _]. apply low, below. Qed.
Lemma known_log_6 : forall u, 0 < u -> u <= 1 -> (u ^ 2) - 1 <= (2 * u) * (ln u).
Proof. intros u positive below. destruct (log_squares u positive) as [_ low]. apply low, below. Qed.
Lemma known_log_log_1 : forall u v, 0 < u -> 0 < v -> v * ((ln u) - (ln v)) <= u - v.
Proof.
  intros u v above_u above_v. pose proof (log_below (u / v) (Rdiv_lt_0_compat _ _ above_u above_v)) as low.
  unfold Rdiv in low. rewrite ln_mult, ln_Rinv in low; [| lra | lra | apply Rinv_0_lt_compat; lra].
  apply (Rmult_le_compat_l v) in low; [| lra]. replace (v * (u * / v - 1)) with (u - v) in low by (field; lra). lra.
Qed.
Lemma known_log_exp_1 : forall u v, 0 < u -> (exp v) * ((ln u) - v) <= u - (exp v).
Proof. intros u v above. pose proof (known_log_log_1 u (exp v) above (exp_pos v)) as low. rewrite ln_exp in low. exact low. Qed.
Lemma known_exp_log_1 : forall u v, 0 < v -> v * (u - (ln v)) <= (exp u) - v.
Proof. intros u v above. pose proof (known_log_log_1 (exp u) v (exp_pos u) above) as low. rewrite ln_exp in low. exact low. Qed.
Lemma known_log_exp_2 : forall u v, 0 < u -> u * (v - (ln u)) <= (exp v) - u.
Proof. intros u v above. apply (known_exp_log_1 v u above). Qed.
Lemma known_exp_log_2 : forall u v, 0 < v -> (exp u) * ((ln v) - u) <= v - (exp u).
Proof. intros u v above. apply (known_log_exp_1 v u above). Qed.
Lemma known_cos_3 : forall u, 1 - ((u ^ 2) / 2) <= cos u.
Proof.
  intros u. replace u with (2 * (u / 2)) at 2 by field. rewrite cos_2a_sin.
  pose proof (sin_size (u / 2)). nra.
Qed.
Lemma known_sin_3 : forall u, 0 <= u -> sin u <= u.
Proof. intros u [above | <-]; [apply Rlt_le, sin_lt_x, above | rewrite sin_0; lra]. Qed.
Lemma known_sin_4 : forall u, u <= 0 -> u <= sin u.
Proof. intros u below. pose proof (known_sin_3 (- u) ltac:(lra)) as high. rewrite sin_neg in high. lra. Qed.
Lemma known_pow_8 : forall u e, 0 <= u -> 1 <= e -> 1 + (e * (u - 1)) <= pow u e.
Proof.
  powers. pose proof (known_exp_exp_1 (e * ln u) (ln u)) as first. pose proof (known_exp_exp_1 0 (ln u)) as second.
  rewrite exp_0 in second. rewrite exp_ln in first, second by lra. nra.
Qed.
Lemma known_pow_9 : forall u e, 0 < u -> e <= 0 -> 1 + (e * (u - 1)) <= pow u e.
Proof. powers. pose proof (exp_ineq1_le (e * ln u)). pose proof (log_below u ltac:(lra)). nra. Qed.
Lemma known_pow_10 : forall u e, 0 <= u -> 0 <= e -> e <= 1 -> pow u e <= 1 + (e * (u - 1)).
Proof.
  powers. pose proof (known_exp_exp_1 (ln u) (e * ln u)) as first. pose proof (known_exp_exp_1 0 (e * ln u)) as second.
  rewrite exp_0 in second. rewrite exp_ln in first by lra. set (p := exp (e * ln u)) in *. nra.
Qed.
Lemma known_pow_11 : forall u e, 0 <= u -> 0 <= e -> (pow u e) * (1 + (e * (1 - u))) <= 1.
Proof.
  powers. pose proof (exp_ineq1_le (e * (1 - u))). pose proof (log_below u ltac:(lra)).
  pose proof (exp_pos (e * ln u)). apply Rle_trans with (exp (e * ln u) * exp (e * (1 - u))); [nra |].
  rewrite <- exp_plus. apply Rle_trans with (exp 0); [apply exp_order; nra | rewrite exp_0; lra].
Qed.

(* --- norms ------------------------------------------------------------------------------------- *)

Section Norms.
Variable E : space.
Implicit Types (x y : E) (l : list (R * E)).
(* A combination, and the sum of |c| |v|. *)
Definition combined l : E := fold_right (fun one rest => fst one [*] snd one [+] rest) zero l.
Definition lengths l : R := fold_right (fun one rest => Rabs (fst one) * norm (snd one) + rest) 0 l.

Lemma norm_letter x : 0 <= norm x /\ norm x * norm x = <<x, x>>.
Proof. split; [apply sqrt_pos |]. rewrite <- norm_squared. ring. Qed.
Lemma norm_within x y : - (norm x * norm y) <= <<x, y>> <= norm x * norm y.
Proof.
  split; [| apply cauchy_schwarz]. pose proof (cauchy_schwarz E ((-1) [*] x) y) as low.
  replace (norm ((-1) [*] x)) with (norm x) in low; [dots; lra |]. unfold norm. f_equal. dots. ring.
Qed.
Lemma norm_square x y : <<x, y>> ^ 2 <= <<x, x>> * <<y, y>>.
Proof.
  destruct (norm_letter x) as [sign_x <-]. destruct (norm_letter y) as [sign_y <-].
  pose proof (norm_within x y). nra.
Qed.
Lemma norm_scaled c x : norm (c [*] x) = Rabs c * norm x.
Proof.
  unfold norm. rewrite <- sqrt_Rsqr_abs, <- sqrt_mult by (apply Rle_0_sqr || apply dot_positive).
  f_equal. unfold Rsqr. dots. ring.
Qed.
Lemma norm_two x y : norm (x [+] y) <= norm x + norm y.
Proof.
  destruct (norm_letter x) as [sign_x square_x]. destruct (norm_letter y) as [sign_y square_y].
  apply Rsqr_incr_0_var; [| lra]. unfold Rsqr. destruct (norm_letter (x [+] y)) as [_ ->].
  pose proof (norm_within x y). dots. rewrite (dot_sym _ y x). nra.
Qed.
Lemma norm_sum l : norm (combined l) <= lengths l.
Proof.
  induction l as [| [c v] l IH]; simpl.
  - unfold norm. rewrite dot_zero, sqrt_0. lra.
  - pose proof (norm_two (c [*] v) (combined l)) as both_. rewrite norm_scaled in both_. lra.
Qed.
Lemma norm_part l c x : In (c, x) l -> 0 <= lengths l + norm (combined l) - 2 * (Rabs c * norm x).
Proof.
  intros inside. apply in_split in inside as [before [after ->]].
  set (rest := combined (before ++ after)).
  assert (whole_ : combined (before ++ (c, x) :: after) = c [*] x [+] rest).
  { unfold rest. induction before as [| [d y] before IH]; simpl; [reflexivity |]. rewrite IH. vectors. }
  assert (size : lengths (before ++ (c, x) :: after) = Rabs c * norm x + lengths (before ++ after)).
  { clear. induction before as [| [d y] before IH]; simpl; [reflexivity |]. rewrite IH. ring. }
  pose proof (norm_two (c [*] x [+] rest) ((-1) [*] rest)) as back.
  replace (c [*] x [+] rest [+] (-1) [*] rest) with (c [*] x) in back by vectors.
  rewrite !norm_scaled in back. replace (Rabs (-1)) with 1 in back by (rewrite Rabs_left; lra).
  pose proof (norm_sum (before ++ after)) as high.
  fold rest in high. rewrite whole_, size. lra.
Qed.
Lemma norm_inner l x : <<combined l, x>> = fold_right (fun one rest => fst one * <<snd one, x>> + rest) 0 l.
Proof. induction l as [| [c v] l IH]; simpl; dots; [reflexivity |]. rewrite IH. reflexivity. Qed.
Lemma norm_equal x y : x = y -> <<x [-] y, x [-] y>> = 0.
Proof. intros ->. dots. ring. Qed.
End Norms.

(* --- rules ------------------------------------------------------------------------------------- *)

Lemma rule_chain_le a b c : a <= b -> b <= c -> a <= c. Proof. lra. Qed.
Lemma rule_chain_lt_le a b c : a < b -> b <= c -> a < c. Proof. lra. Qed.
Lemma rule_chain_le_lt a b c : a <= b -> b < c -> a < c. Proof. lra. Qed.
Lemma rule_chain_eq (a b c : R) : a = b -> b = c -> a = c. Proof. lra. Qed.
Lemma rule_add_le a b c d : a <= b -> c <= d -> a + c <= b + d. Proof. lra. Qed.
Lemma rule_add_lt a b c d : a < b -> c <= d -> a + c < b + d. Proof. lra. Qed.
Lemma rule_add_eq (a b c d : R) : a = b -> c = d -> a + c = b + d. Proof. lra. Qed.
Lemma rule_multiply_le f a b : 0 <= f -> a <= b -> f * a <= f * b. Proof. nra. Qed.
Lemma rule_multiply_lt f a b : 0 < f -> a < b -> f * a < f * b. Proof. nra. Qed.
Lemma rule_multiply_eq (f a b : R) : a = b -> f * a = f * b. Proof. intros ->. reflexivity. Qed.
Lemma rule_ends_lt a b : a < b -> a <= b. Proof. lra. Qed.
Lemma rule_ends_eq (a b : R) : a = b -> a <= b. Proof. lra. Qed.
Lemma rule_cases_le a b (Q : Prop) : (a <= b -> Q) -> (b < a -> Q) -> Q.
Proof. destruct (Rle_lt_dec a b); auto. Qed.
Lemma rule_cases_lt a b (Q : Prop) : (a < b -> Q) -> (b <= a -> Q) -> Q.
Proof. destruct (Rlt_le_dec a b); auto. Qed.
Lemma rule_cases_more (P Q S : Prop) : Q \/ ~ Q -> (P /\ Q -> S) -> (~ P -> S) -> (P /\ ~ Q -> S) -> P \/ ~ P -> S.
Proof. tauto. Qed.

Lemma rule_having (P Q : Prop) : P -> (P -> Q) -> Q. Proof. tauto. Qed.
Lemma rule_monotone_exp_le a b : a <= b -> exp a <= exp b. Proof. apply exp_order. Qed.
Lemma rule_monotone_exp_lt a b : a < b -> exp a < exp b. Proof. apply exp_increasing. Qed.
Lemma rule_monotone_log_le a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros above [less | ->]; [apply Rlt_le, ln_increasing; assumption | lra]. Qed.
Lemma rule_monotone_log_lt a b : 0 < a -> a < b -> ln a < ln b. Proof. apply ln_increasing. Qed.
Lemma rule_monotone_sqrt_le a b : 0 <= a -> a <= b -> sqrt a <= sqrt b. Proof. intros _. apply sqrt_le_1_alt. Qed.
Lemma rule_monotone_sqrt_lt a b : 0 <= a -> a < b -> sqrt a < sqrt b.
Proof. intros above less. apply sqrt_lt_1_alt. lra. Qed.
Lemma rule_monotone_square_le a b : 0 <= a -> a <= b -> a ^ 2 <= b ^ 2. Proof. simpl. nra. Qed.
Lemma rule_monotone_square_lt a b : 0 <= a -> a < b -> a ^ 2 < b ^ 2. Proof. simpl. nra. Qed.
Lemma rule_monotone_reciprocal_le a b : 0 < a -> a <= b -> 1 / b <= 1 / a.
Proof. unfold Rdiv. intros. rewrite !Rmult_1_l. apply Rinv_le_contravar; assumption. Qed.
Lemma rule_monotone_reciprocal_lt a b : 0 < a -> a < b -> 1 / b < 1 / a.
Proof. unfold Rdiv. intros. rewrite !Rmult_1_l. apply Rinv_lt_contravar; nra. Qed.
Lemma rule_monotone_negative_le a b : a <= b -> - b <= - a. Proof. lra. Qed.
Lemma rule_monotone_negative_lt a b : a < b -> - b < - a. Proof. lra. Qed.
Lemma rule_half_turn_le a b : 0 <= a -> b <= PI -> a <= b -> cos b <= cos a.
Proof. intros. apply cos_decr_1; lra. Qed.
Lemma rule_half_turn_lt a b : 0 <= a -> b <= PI -> a < b -> cos b < cos a.
Proof. intros. apply cos_decreasing_1; lra. Qed.

(* Means over any law: of the functions that have one they are linear, monotone where the law draws, and
   continuous (Daniell). Every probability is one, with the functions that have a finite mean. *)
Record integral (outcome : Type) := {
  draws : outcome -> Prop;
  has : (outcome -> R) -> Prop;
  average : (outcome -> R) -> R;
  of_sum : forall f g, has f -> has g -> has (fun o => f o + g o) /\ average (fun o => f o + g o) = average f + average g;
  of_multiple : forall a f, has f -> has (fun o => a * f o) /\ average (fun o => a * f o) = a * average f;
  of_one : has (fun _ => 1) /\ average (fun _ => 1) = 1;
  of_least : forall f, has f -> has (fun o => Rmin 1 (f o));
  of_sign : forall f, has f -> (forall o, draws o -> 0 <= f o) -> 0 <= average f;
  of_limit : forall f : nat -> outcome -> R, (forall n, has (f n)) ->
    (forall n o, draws o -> 0 <= f (S n) o <= f n o) -> (forall o, draws o -> Un_cv (fun n => f n o) 0) ->
    Un_cv (fun n => average (f n)) 0
}.
Arguments draws {_}. Arguments has {_}. Arguments average {_}. Arguments of_sum {_}. Arguments of_multiple {_}.
Arguments of_one {_}. Arguments of_least {_}. Arguments of_sign {_}. Arguments of_limit {_}.

Section Laws.
Variables (outcome : Type) (P : integral outcome).
Lemma of_difference f g : has P f -> has P g ->
  has P (fun o => g o + -1 * f o) /\ average P (fun o => g o + -1 * f o) = average P g - average P f.
Proof.
  intros of_f of_g. destruct (of_multiple P (-1) f of_f) as [of_less less].
  destruct (of_sum P g _ of_g of_less) as [of_all all]. split; [exact of_all | rewrite all, less; ring].
Qed.
Lemma rule_expect_le f g : has P f -> has P g -> (forall o, draws P o -> f o <= g o) -> average P f <= average P g.
Proof.
  intros of_f of_g order. destruct (of_difference f g of_f of_g) as [of_less less].
  pose proof (of_sign P _ of_less) as sign. rewrite less in sign. lapply sign; [lra |].
  intros o drawn. specialize (order o drawn). lra.
Qed.
Lemma rule_expect_eq f g : has P f -> has P g -> (forall o, draws P o -> f o = g o) -> average P f = average P g.
Proof. intros of_f of_g equal. apply Rle_antisym; apply rule_expect_le; auto; intros o drawn; rewrite equal; auto; lra. Qed.
(* Of a positive h the numbers 1 - min(1, n h) fall to 0: were its mean 0, theirs would be 1. *)
Lemma rule_expect_lt f g : has P f -> has P g -> (forall o, draws P o -> f o < g o) -> average P f < average P g.
Proof.
  intros of_f of_g order. destruct (of_difference f g of_f of_g) as [of_h less]. set (h := fun o => g o + -1 * f o) in *.
  assert (above : forall o, draws P o -> 0 < h o) by (intros o drawn; specialize (order o drawn); unfold h; lra).
  apply Rnot_le_lt. intros no.
  destruct (of_one P) as [of_1 one_].
  pose (least := fun n o => Rmin 1 (INR n * h o)). pose (rest := fun n o => 1 + -1 * least n o).
  assert (of_least_ : forall n, has P (least n)) by (intros n; apply (of_least P), (of_multiple P), of_h).
  assert (of_rest : forall n, has P (rest n) /\ average P (rest n) = 1 - average P (least n)).
  { intros n. destruct (of_difference (least n) (fun _ => 1) (of_least_ n) of_1) as [of_all all].
    split; [exact of_all | unfold rest; rewrite all, one_; ring]. }
  destruct (of_limit P rest) with (eps := / 2) as [N near]; [apply of_rest | | | lra |].
  - intros n o drawn. specialize (above o drawn). unfold rest, least. rewrite S_INR.
    unfold Rmin. repeat destruct Rle_dec; lra.
  - intros o drawn eps some. specialize (above o drawn). destruct (archimed_cor1 (h o) above) as [N [small many]].
    exists N. intros n late. unfold R_dist. replace (rest n o - 0) with 0; [rewrite Rabs_R0; exact some |].
    assert (0 < INR N) by (apply lt_0_INR; lia). assert (INR N <= INR n) by (apply le_INR; lia).
    assert (1 <= INR n * h o).
    { apply Rle_trans with (INR N * h o); [| nra]. apply Rlt_le. apply (Rmult_lt_compat_l (INR N)) in small; [| assumption].
      rewrite Rinv_r in small by lra. exact small. }
    unfold rest, least. rewrite Rmin_left by assumption. ring.
  - specialize (near N (le_n N)). unfold R_dist in near. rewrite Rminus_0_r, (proj2 (of_rest N)) in near.
    destruct (of_multiple P (INR N) h of_h) as [of_more more].
    assert (average P (least N) <= INR N * average P h).
    { rewrite <- more. apply rule_expect_le; auto. intros o _. apply Rmin_r. }
    assert (0 <= INR N) by apply pos_INR. assert (average P (least N) <= 0) by nra.
    rewrite Rabs_right in near; lra.
Qed.
Lemma rule_markov x level : 0 < level -> has P x -> has P (fun o => if Rle_dec level (x o) then 1 else 0) ->
  (forall o, draws P o -> 0 <= x o) ->
  average P (fun o => if Rle_dec level (x o) then 1 else 0) <= average P x / level.
Proof.
  intros positive_ of_x of_event sign. destruct (of_multiple P (/ level) x of_x) as [of_all all].
  replace (average P x / level) with (average P (fun o => / level * x o)) by (rewrite all; unfold Rdiv; ring).
  apply rule_expect_le; auto. intros o drawn. specialize (sign o drawn).
  pose proof (Rinv_0_lt_compat _ positive_). destruct (Rle_dec level (x o)) as [high |]; [| nra].
  apply Rmult_le_reg_l with (1 := positive_). rewrite <- Rmult_assoc, Rinv_r by lra. lra.
Qed.
End Laws.
(* A law with finitely many values is one. *)
Definition listed (E : space) (l : law E) (good : fair l) : integral E.
Proof.
  refine {| draws := fun w => exists r, In (r, w) l; has := fun _ => True; average := mean_of l |}; intros; auto.
  - split; [exact Logic.I | apply mean_of_plus].
  - split; [exact Logic.I | apply mean_of_scal].
  - split; [exact Logic.I | apply good].
  - destruct good as [likely_ _ _]. revert likely_ H0. clear. induction l as [| [r w] m IH]; intros sign above; simpl; [lra |].
    apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [apply (sign r w) | apply above; exists r]; left; reflexivity |].
    apply IH; [intros r' w' inside; apply (sign r' w') | intros w' [r' inside]; apply above; exists r']; right; exact inside.
  - revert H1. clear. induction l as [| [r w] m IH]; intros limit; simpl.
    + intros eps some. exists 0%nat. intros n _. unfold R_dist. rewrite Rminus_0_r, Rabs_R0. exact some.
    + replace 0 with (r * 0 + 0) by ring. apply CV_plus.
      * apply (CV_mult (fun _ => r)); [intros eps some; exists 0%nat; intros n _; unfold R_dist; rewrite Rminus_eq_0, Rabs_R0; exact some |].
        apply limit. exists r. left. reflexivity.
      * apply IH. intros w' [r' inside]. apply limit. exists r'. right. exact inside.
Defined.

(* The normal distribution's function: its slope is the density, and it goes from 0 to 1. *)
Record normal_function (Phi : R -> R) : Prop := {
  density : forall t, derivable_pt_lim Phi t (exp (- t ^ 2 / 2) / sqrt (2 * PI));
  starts : forall eps, 0 < eps -> exists T, forall t, t <= T -> Rabs (Phi t) < eps;
  finishes : forall eps, 0 < eps -> exists T, forall t, T <= t -> Rabs (Phi t - 1) < eps
}.
Section Normal.
Variable Phi : R -> R.
Hypothesis normal : normal_function Phi.
Let c := sqrt (2 * PI).
Lemma width : 0 < c. Proof. apply sqrt_lt_R0. pose proof PI_RGT_0. lra. Qed.
Lemma grows a b : a < b -> Phi a < Phi b.
Proof.
  intros less. destruct (from Phi _ a b (fun t _ => density _ normal t)) as [t [_ mean]].
  assert (0 < exp (- t ^ 2 / 2) / c) by (apply Rdiv_lt_0_compat; [apply exp_pos | apply width]).
  fold c in mean. nra.
Qed.
Lemma rule_normal_positive t : 0 < Phi t.
Proof.
  apply Rnot_le_lt. intros no. pose proof (grows (t - 1) t ltac:(lra)) as less.
  destruct (starts _ normal (- Phi (t - 1))) as [T near]; [lra |].
  specialize (near (Rmin T (t - 1)) (Rmin_l _ _)).
  assert (Phi (Rmin T (t - 1)) <= Phi (t - 1)).
  { destruct (Rle_lt_or_eq_dec _ _ (Rmin_r T (t - 1))) as [before | ->]; [apply Rlt_le, grows, before | lra]. }
  rewrite Rabs_left in near; lra.
Qed.
Lemma rule_normal_below t : Phi t < 1.
Proof.
  apply Rnot_le_lt. intros no. pose proof (grows t (t + 1) ltac:(lra)) as less.
  destruct (finishes _ normal (Phi (t + 1) - 1)) as [T near]; [lra |].
  specialize (near (Rmax T (t + 1)) (Rmax_l _ _)).
  assert (Phi (t + 1) <= Phi (Rmax T (t + 1))).
  { destruct (Rle_lt_or_eq_dec _ _ (Rmax_r T (t + 1))) as [after | <-]; [apply Rlt_le, grows, after | lra]. }
  rewrite Rabs_right in near; lra.
Qed.
Lemma at_zero : Phi 0 = 1 / 2.
Proof.
  assert (constant : forall u, Phi u + Phi (- u) = 2 * Phi 0).
  { intros u. destruct (from (fun u => Phi u + Phi (- u))
      (fun t => exp (- t ^ 2 / 2) / c + exp (- (- t) ^ 2 / 2) / c * -1) 0 u) as [t [_ mean]].
    - intros t _. apply derivable_pt_lim_plus; [apply (density _ normal) |].
      apply (derivable_pt_lim_comp (fun u => - u) Phi).
      + apply (derivable_pt_lim_opp id), derivable_pt_lim_id.
      + apply (density _ normal).
    - replace ((- t) ^ 2) with (t ^ 2) in mean by ring. rewrite Ropp_0 in mean. lra. }
  apply cond_eq. intros eps some.
  destruct (starts _ normal eps some) as [T early]. destruct (finishes _ normal eps some) as [T' late].
  set (u := Rmax (- T) T'). specialize (early (- u)). specialize (late u (Rmax_r _ _)).
  lapply early; [clear early; intros early | unfold u; pose proof (Rmax_l (- T) T'); lra].
  specialize (constant u). apply Rabs_def2 in early, late. apply Rabs_def1; lra.
Qed.
Lemma rule_normal_slope t : 0 <= t -> Phi t <= 1 / 2 + t / c.
Proof.
  intros above. destruct (from Phi _ 0 t (fun t _ => density _ normal t)) as [u [_ mean]].
  fold c in mean. rewrite at_zero, Rminus_0_r in mean. pose proof (Rinv_0_lt_compat _ width).
  assert (exp (- u ^ 2 / 2) <= 1) by (rewrite <- exp_0; apply exp_order; pose proof (pow2_ge_0 u); lra).
  assert (exp (- u ^ 2 / 2) / c * t <= t / c); [| lra].
  unfold Rdiv. rewrite (Rmult_comm t). apply Rmult_le_compat_r; [exact above |]. nra.
Qed.
(* exp(-t^2/2)/2 less Phi is 0 at 0 and in the limit, and has one turn between. *)
Lemma rule_normal_tail t : t <= 0 -> Phi t <= exp (- t ^ 2 / 2) / 2.
Proof.
  intros below. pose proof width as some. pose proof (Rinv_0_lt_compat _ some) as part.
  set (D := fun t => / 2 * exp (- t ^ 2 / 2) - Phi t).
  set (D' := fun t => / 2 * (exp (- t ^ 2 / 2) * (- / 2 * (INR 2 * t ^ 1))) - exp (- t ^ 2 / 2) / c).
  assert (slope_ : forall t, derivable_pt_lim D t (D' t)).
  { intros u. apply derivable_pt_lim_minus; [| apply (density _ normal)].
    apply (derivable_pt_lim_scal (fun t => exp (- t ^ 2 / 2))), (derivable_pt_lim_comp (fun t => - t ^ 2 / 2) exp).
    - replace (fun t => - t ^ 2 / 2) with (mult_real_fct (- / 2) (fun t => t ^ 2)).
      + apply derivable_pt_lim_scal, power_slope.
      + apply FunctionalExtensionality.functional_extensionality. intros x. unfold mult_real_fct. field.
    - apply derivable_pt_lim_exp. }
  assert (is_ : forall u, D' u = exp (- u ^ 2 / 2) * (- u / 2 - / c)) by (intros u; unfold D'; simpl; field; lra).
  assert (zero_ : D 0 = 0) by (unfold D; rewrite at_zero; replace (- 0 ^ 2 / 2) with 0 by field; rewrite exp_0; lra).
  assert (0 <= D t); [| unfold D in *; lra].
  destruct (Rle_lt_dec (- (2 * / c)) t) as [near | far_].
  - destruct (from D D' t 0 (fun t _ => slope_ t)) as [u [inside mean]]. rewrite is_, zero_ in mean.
    pose proof (exp_pos (- u ^ 2 / 2)). assert (- u / 2 - / c <= 0) by between.
    assert (exp (- u ^ 2 / 2) * (- u / 2 - / c) <= 0) by nra. nra.
  - apply le_epsilon. intros eps more. destruct (starts _ normal eps more) as [T early].
    set (v := Rmin T t). specialize (early v (Rmin_l _ _)). apply Rabs_def2 in early.
    destruct (from D D' v t (fun t _ => slope_ t)) as [u [inside mean]]. rewrite is_ in mean.
    pose proof (exp_pos (- u ^ 2 / 2)). assert (v <= t) by apply Rmin_r.
    assert (0 <= - u / 2 - / c) by between. pose proof (exp_pos (- v ^ 2 / 2)).
    assert (- eps <= D v) by (unfold D; lra).
    assert (0 <= exp (- u ^ 2 / 2) * (- u / 2 - / c)) by (apply Rmult_le_pos; lra). nra.
Qed.
End Normal.

(* The sum over whole numbers i from a to b; none where b < a. *)
Definition summed (f : Z -> R) (a b : Z) : R :=
  total_of (fun t => f (a + Z.of_nat t)%Z) (Z.to_nat (b - a + 1)).
Lemma rule_sum_over_le f g a b : (forall i, (a <= i <= b)%Z -> f i <= g i) -> summed f a b <= summed g a b.
Proof. intros order. apply total_order. intros t early. apply order. lia. Qed.
Lemma rule_sum_over_eq f g a b : (forall i, (a <= i <= b)%Z -> f i = g i) -> summed f a b = summed g a b.
Proof. intros equal. apply total_same. intros t early. apply equal. lia. Qed.
Lemma rule_telescope_eq f V a b : (a <= b + 1)%Z -> (forall i, (a <= i <= b)%Z -> f i = V i - V (i + 1)%Z) ->
  summed f a b = V a - V (b + 1)%Z.
Proof.
  intros order equal. rewrite (rule_sum_over_eq f (fun i => V i - V (i + 1)%Z)) by exact equal. unfold summed.
  replace (b + 1)%Z with (a + Z.of_nat (Z.to_nat (b - a + 1)))%Z by lia.
  induction (Z.to_nat (b - a + 1)) as [| n IH]; cbn [total_of]; [rewrite Z.add_0_r; ring |].
  rewrite IH. replace (a + Z.of_nat n + 1)%Z with (a + Z.of_nat (S n))%Z by lia. ring.
Qed.
Lemma rule_telescope_le f V a b : (a <= b + 1)%Z -> (forall i, (a <= i <= b)%Z -> f i <= V i - V (i + 1)%Z) ->
  summed f a b <= V a - V (b + 1)%Z.
Proof.
  intros order less. rewrite <- (rule_telescope_eq (fun i => V i - V (i + 1)%Z) V a b order) by reflexivity.
  apply rule_sum_over_le, less.
Qed.
Lemma total_apart f n m : total_of f (n + m) = total_of f n + total_of (fun t => f (n + t)%nat) m.
Proof.
  induction m as [| m IH]; [rewrite Nat.add_0_r; simpl; ring |].
  rewrite Nat.add_succ_r. cbn [total_of]. rewrite IH. ring.
Qed.
Lemma rule_apart f a b c : (a <= c <= b)%Z -> summed f a b = summed f a (c - 1) + f c + summed f (c + 1) b.
Proof.
  intros inside. unfold summed.
  replace (Z.to_nat (b - a + 1)) with (Z.to_nat (c - a) + S (Z.to_nat (b - c)))%nat by lia.
  rewrite total_apart. change (S (Z.to_nat (b - c))) with (1 + Z.to_nat (b - c))%nat. rewrite total_apart.
  replace (Z.to_nat (c - 1 - a + 1)) with (Z.to_nat (c - a)) by lia.
  replace (Z.to_nat (b - (c + 1) + 1)) with (Z.to_nat (b - c)) by lia.
  cbn [total_of]. replace (a + Z.of_nat (Z.to_nat (c - a) + 0))%Z with c by lia.
  rewrite (total_same (fun t => f (a + Z.of_nat (Z.to_nat (c - a) + (1 + t)))%Z) (fun t => f (c + 1 + Z.of_nat t)%Z)); [ring |].
  intros t _. f_equal. lia.
Qed.
(* The square of a length is the sum of the squares of its entries. *)
Lemma rule_entry v a b i : (a <= i <= b)%Z -> v i ^ 2 <= summed (fun j => v j ^ 2) a b.
Proof.
  intros inside. rewrite (rule_apart _ a b i inside).
  assert (sign : forall c d, 0 <= summed (fun j => v j ^ 2) c d).
  { intros c d. unfold summed. induction (Z.to_nat (d - c + 1)) as [| n IH]; cbn [total_of]; [lra |].
    pose proof (pow2_ge_0 (v (c + Z.of_nat n)%Z)). lra. }
  pose proof (sign a (i - 1)%Z). pose proof (sign (i + 1)%Z b). lra.
Qed.

(* A product over whole numbers, and the mean of its factors: u <= A exp(u/A - 1) for each of them. *)
Fixpoint multiplied (f : nat -> R) (n : nat) : R := match n with O => 1 | S m => multiplied f m * f m end.
Definition product (f : Z -> R) (a b : Z) : R :=
  multiplied (fun t => f (a + Z.of_nat t)%Z) (Z.to_nat (b - a + 1)).
Lemma multiplied_sign f n : (forall t, (t < n)%nat -> 0 <= f t) -> 0 <= multiplied f n.
Proof.
  induction n as [| n IH]; intros sign; cbn [multiplied]; [lra |].
  apply Rmult_le_pos; [apply IH; intros t early | ]; apply sign; lia.
Qed.
Lemma multiplied_below f A n : 0 < A -> (forall t, (t < n)%nat -> 0 <= f t) ->
  multiplied f n <= A ^ n * exp (total_of f n / A - INR n).
Proof.
  intros some. induction n as [| n IH]; intros sign; cbn [multiplied total_of].
  - replace (0 / A - INR 0) with 0 by (simpl; field; lra). rewrite exp_0. simpl. lra.
  - rewrite S_INR. replace ((total_of f n + f n) / A - (INR n + 1)) with ((total_of f n / A - INR n) + (f n / A - 1)) by (field; lra).
    rewrite exp_plus.
    replace (A ^ S n * (exp (total_of f n / A - INR n) * exp (f n / A - 1)))
      with ((A ^ n * exp (total_of f n / A - INR n)) * (A * exp (f n / A - 1))) by (simpl; ring).
    apply Rmult_le_compat; [apply multiplied_sign; intros t early; apply sign; lia | apply sign; lia | apply IH; intros t early; apply sign; lia |].
    replace (f n) with (A * (1 + (f n / A - 1))) at 1 by (field; lra).
    apply Rmult_le_compat_l; [lra | apply exp_ineq1_le].
Qed.
Lemma multiplied_zero f n t : (t < n)%nat -> f t = 0 -> multiplied f n = 0.
Proof.
  induction n as [| n IH]; intros early zero; [lia |]. cbn [multiplied].
  destruct (Nat.eq_dec t n) as [<- |]; [rewrite zero; ring |]. rewrite IH; [ring | lia | exact zero].
Qed.
Lemma two_means f n : (1 <= n)%nat -> (forall t, (t < n)%nat -> 0 <= f t) -> multiplied f n <= (total_of f n / INR n) ^ n.
Proof.
  intros many sign. assert (0 < INR n) as count by (apply lt_0_INR; lia).
  assert (0 <= total_of f n) as [some | none].
  { clear many count. induction n as [| n IH]; cbn [total_of]; [lra |].
    apply Rplus_le_le_0_compat; [apply IH; intros t early | ]; apply sign; lia. }
  - assert (0 < total_of f n / INR n) as mean by (apply Rdiv_lt_0_compat; assumption).
    eapply Rle_trans; [apply (multiplied_below f _ n mean sign) |].
    replace (total_of f n / (total_of f n / INR n) - INR n) with 0 by (field; lra). rewrite exp_0. lra.
  - rewrite (multiplied_zero f n 0); [rewrite <- none; unfold Rdiv; rewrite Rmult_0_l, pow_i by lia; lra | lia |].
    assert (forall m, (m <= n)%nat -> 0 <= total_of f m) as signs.
    { induction m as [| m IH]; intros early; cbn [total_of]; [lra |].
      apply Rplus_le_le_0_compat; [apply IH; lia | apply sign; lia]. }
    assert (forall m, (1 <= m <= n)%nat -> f 0%nat <= total_of f m) as first.
    { induction m as [| m IH]; intros early; [lia |]. cbn [total_of].
      destruct m as [| m]; [simpl; lra |]. specialize (sign (S m)). lapply IH; [| lia]. intros low. lapply sign; [lra | lia]. }
    specialize (first n). lapply first; [| lia]. specialize (sign 0%nat). lapply sign; [| lia]. lra.
Qed.
Lemma rule_twomeans_power f a b : (a <= b)%Z -> (forall i, (a <= i <= b)%Z -> 0 <= f i) ->
  product f a b <= pow (summed f a b / IZR (b - a + 1)) (IZR (b - a + 1)).
Proof.
  intros order sign. unfold product, summed. replace (IZR (b - a + 1)) with (INR (Z.to_nat (b - a + 1))) by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  rewrite pow_natural; [apply two_means; [lia |]; intros t early; apply sign; lia |].
  apply Rmult_le_pos; [| apply Rlt_le, Rinv_0_lt_compat, lt_0_INR; lia].
  assert (early : forall n, (n <= Z.to_nat (b - a + 1))%nat -> 0 <= total_of (fun t => f (a + Z.of_nat t)%Z) n).
  { induction n as [| n IH]; intros small; cbn [total_of]; [lra |]. apply Rplus_le_le_0_compat; [apply IH; lia | apply sign; lia]. }
  apply early. lia.
Qed.
Lemma rule_twomeans_root f a b : (a <= b)%Z -> (forall i, (a <= i <= b)%Z -> 0 <= f i) ->
  pow (product f a b) (1 / IZR (b - a + 1)) <= summed f a b / IZR (b - a + 1).
Proof.
  intros order sign. pose proof (rule_twomeans_power f a b order sign) as power.
  assert (0 < IZR (b - a + 1)) as count by (apply IZR_lt; lia).
  assert (0 < / IZR (b - a + 1)) as part by (apply Rinv_0_lt_compat; exact count).
  assert (forall n, (n <= Z.to_nat (b - a + 1))%nat -> 0 <= total_of (fun t => f (a + Z.of_nat t)%Z) n) as signs.
  { induction n as [| n IH]; intros small; cbn [total_of]; [lra |]. apply Rplus_le_le_0_compat; [apply IH; lia | apply sign; lia]. }
  assert (0 <= summed f a b / IZR (b - a + 1)) as mean by (apply Rmult_le_pos; [apply signs; lia | lra]).
  unfold pow at 1. destruct (Req_EM_T (1 / IZR (b - a + 1)) 0); [unfold Rdiv in *; lra |].
  destruct (Rlt_dec 0 (product f a b)) as [above |]; [| exact mean].
  set (m := summed f a b / IZR (b - a + 1)) in *. unfold pow in power.
  destruct (Req_EM_T (IZR (b - a + 1)) 0); [lra |]. destruct (Rlt_dec 0 m) as [some |]; [| lra].
  rewrite <- (exp_ln m some). apply exp_order. apply (Rmult_le_reg_l (IZR (b - a + 1))); [exact count |].
  replace (IZR (b - a + 1) * (1 / IZR (b - a + 1) * ln (product f a b))) with (ln (product f a b)) by (field; lra).
  destruct (Rle_lt_dec (ln (product f a b)) (IZR (b - a + 1) * ln m)) as [done | over]; [exact done |].
  apply exp_increasing in over. rewrite (exp_ln _ above) in over. lra.
Qed.
Lemma rule_split f g a b : summed (fun i => f i + g i) a b = summed f a b + summed g a b.
Proof. apply total_plus. Qed.
Lemma rule_exchange f a b c d :
  summed (fun i => summed (fun j => f i j) c d) a b = summed (fun j => summed (fun i => f i j) a b) c d.
Proof. unfold summed. apply (total_swap (fun t u => f (a + Z.of_nat t)%Z (c + Z.of_nat u)%Z)). Qed.
Lemma rule_cauchyschwarz_sums f g a b :
  summed (fun i => f i * g i) a b ^ 2 <= summed (fun i => f i ^ 2) a b * summed (fun i => g i ^ 2) a b.
Proof.
  unfold summed. induction (Z.to_nat (b - a + 1)) as [| n IH]; cbn [total_of]; [simpl; lra |].
  assert (sign : forall e, (forall t, 0 <= e t) -> 0 <= total_of e n).
  { intros e above. replace 0 with (total_of (fun _ => 0) n) by (apply total_zero; reflexivity).
    apply total_order. auto. }
  pose proof (sign (fun t => f (a + Z.of_nat t)%Z ^ 2) ltac:(intros; apply pow2_ge_0)) as above_y.
  pose proof (sign (fun t => g (a + Z.of_nat t)%Z ^ 2) ltac:(intros; apply pow2_ge_0)) as above_z.
  revert IH above_y above_z. generalize (total_of (fun t => f (a + Z.of_nat t)%Z * g (a + Z.of_nat t)%Z) n),
    (total_of (fun t => f (a + Z.of_nat t)%Z ^ 2) n), (total_of (fun t => g (a + Z.of_nat t)%Z ^ 2) n),
    (f (a + Z.of_nat n)%Z), (g (a + Z.of_nat n)%Z). clear. intros x y z p q less above_y above_z.
  destruct (Req_dec y 0) as [none |].
  - assert (x = 0) by (rewrite none in less; nra). nra.
  - assert (some : 0 < y) by lra. apply Rmult_le_reg_l with (1 := some). pose proof (pow2_ge_0 (y * q - x * p)). nra.
Qed.
Lemma rule_cauchyschwarz_vectors (E : space) (x y : E) : <<x, y>> <= norm x * norm y.
Proof. apply cauchy_schwarz. Qed.

Lemma sin_turns k x : sin (x + 2 * IZR k * PI) = sin x.
Proof.
  destruct (Z_le_gt_dec 0 k) as [above | below].
  - rewrite <- (Z2Nat.id k above), <- INR_IZR_INZ. apply sin_period.
  - rewrite <- (sin_period (x + 2 * IZR k * PI) (Z.to_nat (- k))). f_equal.
    rewrite INR_IZR_INZ, Z2Nat.id, opp_IZR by lia. ring.
Qed.
Lemma cos_turns k x : cos (x + 2 * IZR k * PI) = cos x.
Proof. rewrite !cos_sin, <- (sin_turns k (PI / 2 + x)). f_equal. ring. Qed.
Lemma rule_turn_whole a b k q phase : (1 <= b - a + 1)%Z -> k = (q * (b - a + 1))%Z ->
  summed (fun j => cos (2 * PI * IZR j * IZR k / IZR (b - a + 1) + phase)) a b = IZR (b - a + 1) * cos phase.
Proof.
  intros some ->. rewrite (rule_sum_over_eq _ (fun _ => cos phase)).
  - unfold summed. replace (IZR (b - a + 1)) with (INR (Z.to_nat (b - a + 1))) by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
    induction (Z.to_nat (b - a + 1)) as [| n IH]; [simpl; ring |]. rewrite S_INR. cbn [total_of]. rewrite IH. ring.
  - intros j _. rewrite <- (cos_turns (j * q) phase). f_equal. rewrite !mult_IZR. field. apply not_0_IZR. lia.
Qed.
Lemma rule_turn_part a b k q phase : (1 <= b - a + 1)%Z -> (q * (b - a + 1) < k)%Z -> (k < (q + 1) * (b - a + 1))%Z ->
  summed (fun j => cos (2 * PI * IZR j * IZR k / IZR (b - a + 1) + phase)) a b = 0.
Proof.
  intros some low high. set (d := IZR (b - a + 1)). assert (0 < d) by (apply IZR_lt; lia).
  set (h := PI * IZR k / d).
  assert (apart : sin h <> 0).
  { intros none. apply sin_eq_0_0 in none as [m none]. pose proof PI_RGT_0.
    assert (equal : IZR k = IZR (m * (b - a + 1))).
    { rewrite mult_IZR. fold d. apply Rmult_eq_reg_l with PI; [| lra]. unfold h in none.
      replace (PI * IZR k) with (PI * IZR k / d * d) by (field; lra). rewrite none. ring. }
    apply eq_IZR in equal. subst k.
    apply Z.mul_lt_mono_pos_r in low; [| lia]. apply Z.mul_lt_mono_pos_r in high; lia. }
  apply Rmult_eq_reg_l with (2 * sin h); [| lra]. rewrite Rmult_0_r. unfold summed. rewrite <- total_scal.
  change (summed (fun j => 2 * sin h * cos (2 * PI * IZR j * IZR k / d + phase)) a b = 0).
  rewrite (rule_telescope_eq _ (fun j => - sin (2 * IZR j * h - h + phase))); [| lia |].
  - replace (2 * IZR (b + 1) * h - h + phase) with ((2 * IZR a * h - h + phase) + 2 * IZR k * PI); [rewrite sin_turns; ring |].
    replace (b + 1)%Z with (a + (b - a + 1))%Z by lia. rewrite plus_IZR. fold d. unfold h. field. lra.
  - intros j _. rewrite plus_IZR.
    replace (2 * (IZR j + 1) * h - h + phase) with ((2 * PI * IZR j * IZR k / d + phase) + h) by (unfold h; field; lra).
    replace (2 * IZR j * h - h + phase) with ((2 * PI * IZR j * IZR k / d + phase) - h) by (unfold h; field; lra).
    rewrite sin_plus, sin_minus. ring.
Qed.

(* --- Stirling's formula with Robbins's bounds ---------------------------------------------------- *)

(* ln((1 + u)/(1 - u)) lies between 2 u + 2 u^3/(3 - u^2) and 2 u + (2/3) u^3/(1 - u^2). *)
Definition ratio_gap (k a u : R) := (ln (1 + u) - ln (1 - u)) - (2 * u + k * (u ^ 3 / (a - u ^ 2))).
Definition ratio_slope (k a u : R) := (/ (1 + u) * (0 + 1) - / (1 - u) * (0 - 1))
  - (2 * 1 + k * ((INR 3 * u ^ 2 * (a - u ^ 2) - (0 - INR 2 * u ^ 1) * u ^ 3) / Rsqr (a - u ^ 2))).
Lemma ratio_slopes k a u : 0 <= u < 1 -> 1 <= a -> derivable_pt_lim (ratio_gap k a) u (ratio_slope k a u).
Proof.
  intros inside far_. assert (u ^ 2 < 1) by nra. apply derivable_pt_lim_minus; [apply derivable_pt_lim_minus | apply derivable_pt_lim_plus].
  - apply (derivable_pt_lim_comp (fun u => 1 + u) ln); [| apply derivable_pt_lim_ln; lra].
    apply derivable_pt_lim_plus; [apply derivable_pt_lim_const | apply derivable_pt_lim_id].
  - apply (derivable_pt_lim_comp (fun u => 1 - u) ln); [| apply derivable_pt_lim_ln; lra].
    apply derivable_pt_lim_minus; [apply derivable_pt_lim_const | apply derivable_pt_lim_id].
  - apply (derivable_pt_lim_scal id), derivable_pt_lim_id.
  - apply (derivable_pt_lim_scal (fun u => u ^ 3 / (a - u ^ 2))).
    apply (derivable_pt_lim_div (fun u => u ^ 3) (fun u => a - u ^ 2)); [apply power_slope | | lra].
    apply derivable_pt_lim_minus; [apply derivable_pt_lim_const | apply power_slope].
Qed.
Lemma ratio_log u : 0 <= u < 1 ->
  2 * u + 2 * (u ^ 3 / (3 - u ^ 2)) <= ln (1 + u) - ln (1 - u) <= 2 * u + 2 / 3 * (u ^ 3 / (1 - u ^ 2)).
Proof.
  intros inside.
  assert (start : forall k a, ratio_gap k a 0 = 0).
  { intros k a. unfold ratio_gap. rewrite Rplus_0_r, Rminus_0_r, ln_1. unfold Rdiv. ring. }
  assert (step_ : forall k a, 1 <= a -> exists c, 0 <= c < 1 /\ ratio_gap k a u = ratio_slope k a c * u).
  { intros k a far_. destruct (from (ratio_gap k a) (ratio_slope k a) 0 u) as [c [between_ mean]].
    - intros c between_. apply ratio_slopes; [between | exact far_].
    - exists c. rewrite start in mean. split; [between | lra]. }
  split.
  - destruct (step_ 2 3 ltac:(lra)) as [c [here equal]]. assert (c ^ 2 < 1) by nra.
    assert (0 <= ratio_slope 2 3 c).
    { replace (ratio_slope 2 3 c) with (8 * c ^ 4 / ((1 - c ^ 2) * (3 - c ^ 2) ^ 2)).
      - assert (0 <= c ^ 4) by (apply pow_le; lra).
        apply Rmult_le_pos; [lra |]. apply Rlt_le, Rinv_0_lt_compat, Rmult_lt_0_compat; [lra | apply pow_lt; lra].
      - unfold ratio_slope, Rsqr. simpl INR. field. simpl in *. repeat split; nra. }
    unfold ratio_gap in equal. nra.
  - destruct (step_ (2 / 3) 1 ltac:(lra)) as [c [here equal]]. assert (c ^ 2 < 1) by nra.
    assert (ratio_slope (2 / 3) 1 c <= 0).
    { replace (ratio_slope (2 / 3) 1 c) with (- (4 / 3 * c ^ 4 / (1 - c ^ 2) ^ 2)).
      - assert (0 <= c ^ 4) by (apply pow_le; lra).
        assert (0 <= 4 / 3 * c ^ 4 / (1 - c ^ 2) ^ 2); [| lra].
        apply Rmult_le_pos; [lra |]. apply Rlt_le, Rinv_0_lt_compat, pow_lt. lra.
      - unfold ratio_slope, Rsqr. simpl INR. field. simpl in *. repeat split; nra. }
    unfold ratio_gap in equal. nra.
Qed.
Lemma robbins x : 1 <= x ->
  / (12 * x + 1) - / (12 * (x + 1) + 1) <= (x + / 2) * (ln (x + 1) - ln x) - 1 <= / (12 * x) - / (12 * (x + 1)).
Proof.
  intros far_. set (u := / (2 * x + 1)).
  assert (is_u : u * (2 * x + 1) = 1) by (unfold u; field; lra).
  assert (inside : 0 <= u < 1) by (split; [apply Rlt_le, Rinv_0_lt_compat; lra | nra]).
  assert (same_ : ln (1 + u) - ln (1 - u) = ln (x + 1) - ln x).
  { replace (1 + u) with (2 * u * (x + 1)) by lra. replace (1 - u) with (2 * u * x) by lra.
    assert (0 < u) by (apply Rinv_0_lt_compat; lra). rewrite !ln_mult by lra. lra. }
  rewrite <- same_. destruct (ratio_log u inside) as [low high].
  apply (Rmult_le_compat_l (x + / 2)) in low; [| lra]. apply (Rmult_le_compat_l (x + / 2)) in high; [| lra].
  replace ((x + / 2) * (2 * u + 2 * (u ^ 3 / (3 - u ^ 2)))) with (1 + / (12 * x ^ 2 + 12 * x + 2)) in low.
  2: { unfold u. field. repeat split; nra. }
  replace ((x + / 2) * (2 * u + 2 / 3 * (u ^ 3 / (1 - u ^ 2)))) with (1 + (/ (12 * x) - / (12 * (x + 1)))) in high.
  2: { unfold u. field. repeat split; nra. }
  split; [| lra]. apply Rle_trans with (/ (12 * x ^ 2 + 12 * x + 2)); [| lra].
  replace (/ (12 * x + 1) - / (12 * (x + 1) + 1)) with (/ (12 * x ^ 2 + 14 * x + 13 / 12)) by (field; repeat split; nra).
  apply Rinv_le_contravar; nra.
Qed.

(* The areas below powers of the sine, from 0 to a quarter turn (Wallis): two at a time. *)
Fixpoint areas (n : nat) : (R -> R) * (R -> R) :=
  match n with
  | O => (fun x => x, fun x => - cos x)
  | S n => (snd (areas n), fun x => / (INR n + 2) * ((INR n + 1) * fst (areas n) x - cos x * sin x ^ S n))
  end.
Lemma areas_slope n x : derivable_pt_lim (fst (areas n)) x (sin x ^ n) /\ derivable_pt_lim (snd (areas n)) x (sin x ^ S n).
Proof.
  induction n as [| n [first second]].
  - split; [apply derivable_pt_lim_id |]. simpl. replace (sin x * 1) with (- - sin x) by ring.
    apply derivable_pt_lim_opp, derivable_pt_lim_cos.
  - split; [exact second |]. cbn [areas snd]. pose proof (pos_INR n).
    replace (sin x ^ S (S n)) with (/ (INR n + 2) * ((INR n + 1) * sin x ^ n
      - (- sin x * sin x ^ S n + cos x * (INR (S n) * sin x ^ n * cos x)))).
    + apply derivable_pt_lim_scal, derivable_pt_lim_minus; [apply derivable_pt_lim_scal, first |].
      apply (derivable_pt_lim_mult cos (fun x => sin x ^ S n)); [apply derivable_pt_lim_cos |].
      apply (derivable_pt_lim_comp sin (fun u => u ^ S n)); [apply derivable_pt_lim_sin | apply power_slope].
    + pose proof (sin2_cos2 x) as one. unfold Rsqr in one. rewrite S_INR.
      transitivity (/ (INR n + 2) * ((INR n + 1) * sin x ^ n * (1 - cos x * cos x) + sin x * sin x * sin x ^ n)); [simpl; ring |].
      replace (1 - cos x * cos x) with (sin x * sin x) by lra. simpl. field. lra.
Qed.
Definition area (n : nat) := fst (areas n) (PI / 2) - fst (areas n) 0.
Lemma area_step n : (INR n + 2) * area (S (S n)) = (INR n + 1) * area n.
Proof.
  unfold area. cbn [areas fst snd]. rewrite cos_PI2, sin_0. pose proof (pos_INR n). simpl. field. lra.
Qed.
Lemma area_falls n : area (S n) <= area n.
Proof.
  pose proof PI_RGT_0. destruct (from (fun x => fst (areas n) x - snd (areas n) x) (fun x => sin x ^ n - sin x ^ S n) 0 (PI / 2)) as [c [inside mean]].
  { intros c _. apply derivable_pt_lim_minus; apply areas_slope. }
  assert (0 <= sin c) by (apply sin_ge_0; between). pose proof (SIN_bound c).
  assert (0 <= sin c ^ n * (1 - sin c) * (PI / 2)) by (apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow_le |] |]; lra).
  unfold area. cbn [areas fst]. simpl in mean. lra.
Qed.
Lemma area_product n : 0 < area n /\ 0 < area (S n) /\ (INR n + 1) * (area n * area (S n)) = PI / 2.
Proof.
  pose proof PI_RGT_0. induction n as [| n [first [second equal]]].
  - unfold area. simpl. rewrite cos_PI2, cos_0. repeat split; lra.
  - pose proof (area_step n) as step_. pose proof (pos_INR n). rewrite S_INR. repeat split; [exact second | |].
    + apply Rmult_lt_reg_l with (INR n + 2); [lra |]. rewrite step_, Rmult_0_r. apply Rmult_lt_0_compat; lra.
    + transitivity (area (S n) * ((INR n + 2) * area (S (S n)))); [ring | rewrite step_, <- equal; ring].
Qed.

Definition factorial (n : nat) := multiplied (fun t => IZR (1 + Z.of_nat t)) n.
Lemma factorial_step n : factorial (S n) = factorial n * (INR n + 1).
Proof. unfold factorial. cbn [multiplied]. rewrite plus_IZR, <- INR_IZR_INZ. ring. Qed.
Lemma factorial_positive n : 0 < factorial n.
Proof.
  induction n as [| n IH]; [unfold factorial; simpl; lra |]. rewrite factorial_step. pose proof (pos_INR n). nra.
Qed.
Lemma area_even m : area (2 * m) * (4 ^ m * factorial m ^ 2) = PI / 2 * factorial (2 * m).
Proof.
  induction m as [| m IH]; [unfold area, factorial; simpl; field |].
  replace (2 * S m)%nat with (S (S (2 * m))) by lia. pose proof (area_step (2 * m)) as step_.
  rewrite !factorial_step, S_INR, mult_INR in *. simpl (INR 2) in *. pose proof (pos_INR m).
  apply Rmult_eq_reg_l with (2 * INR m + 2); [| lra].
  transitivity ((2 * INR m + 2) * area (S (S (2 * m))) * (4 ^ S m * (factorial m * (INR m + 1)) ^ 2)); [ring |].
  replace ((2 * INR m + 2) * area (S (S (2 * m)))) with ((2 * INR m + 1) * area (2 * m)) by lra.
  transitivity ((2 * INR m + 1) * 4 * (INR m + 1) ^ 2 * (area (2 * m) * (4 ^ m * factorial m ^ 2))); [simpl; ring |].
  rewrite IH. simpl. ring.
Qed.

(* ln n! less Stirling's terms. *)
Definition rest_ (n : nat) := ln (factorial n) - (INR n + / 2) * ln (INR n) + INR n.
Lemma rest_step n : (1 <= n)%nat -> rest_ n - rest_ (S n) = (INR n + / 2) * (ln (INR n + 1) - ln (INR n)) - 1.
Proof.
  intros many. assert (1 <= INR n) by (change 1 with (INR 1); apply le_INR, many).
  unfold rest_. rewrite factorial_step, ln_mult, S_INR by (apply factorial_positive || lra). ring.
Qed.
Lemma rest_twice m : (1 <= m)%nat -> let c := / 2 * ln (2 * PI) in
  c <= 2 * rest_ m - rest_ (2 * m) <= c + / (4 * INR m).
Proof.
  intros many c. pose proof PI_RGT_0. assert (1 <= INR m) by (change 1 with (INR 1); apply le_INR, many).
  destruct (area_product (2 * m)) as [some [_ right]]. pose proof (area_falls (2 * m)) as falls_.
  assert (left_ : 2 * INR m * (area (2 * m - 1) * area (2 * m)) = PI / 2 /\ area (2 * m) <= area (2 * m - 1)).
  { destruct m as [| m]; [lia |]. replace (2 * S m)%nat with (S (S (2 * m))) by lia. rewrite Nat.sub_1_r. simpl Nat.pred.
    split; [| apply area_falls]. destruct (area_product (S (2 * m))) as [_ [_ equal]]. rewrite <- equal.
    rewrite !S_INR, mult_INR. simpl. ring. }
  destruct left_ as [left_ before]. rewrite mult_INR in right. simpl (INR 2) in right.
  assert (low : PI / (2 * (2 * INR m + 1)) <= area (2 * m) * area (2 * m)).
  { apply Rmult_le_reg_l with (2 * INR m + 1); [lra |].
    replace ((2 * INR m + 1) * (PI / (2 * (2 * INR m + 1)))) with (PI / 2) by (field; lra). rewrite <- right.
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
  assert (high : area (2 * m) * area (2 * m) <= PI / (4 * INR m)).
  { apply Rmult_le_reg_l with (2 * INR m); [lra |].
    replace (2 * INR m * (PI / (4 * INR m))) with (PI / 2) by (field; lra). rewrite <- left_.
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; lra. }
  apply rule_monotone_log_le in low; [| apply Rdiv_lt_0_compat; lra].
  apply rule_monotone_log_le in high; [| apply Rmult_lt_0_compat; assumption].
  pose proof (f_equal ln (area_even m)) as even. pose proof (factorial_positive m). pose proof (factorial_positive (2 * m)).
  assert (powers_ : ln (4 ^ m) = 2 * INR m * ln 2).
  { replace 4 with (2 ^ 2) by ring. rewrite <- pow_mult, <- Rpower_pow by lra. unfold Rpower. rewrite ln_exp, mult_INR. simpl. ring. }
  assert (0 < 4 ^ m) by (apply pow_lt; lra). assert (0 < factorial m ^ 2) by (apply pow_lt; assumption).
  assert (above_ : forall x y, 0 < x -> 0 < y -> ln (x / y) = ln x - ln y).
  { intros x y some_x some_y. unfold Rdiv. rewrite ln_mult, ln_Rinv by (assumption || apply Rinv_0_lt_compat, some_y). ring. }
  rewrite above_, !ln_mult in low by (lra || assumption). rewrite above_, !ln_mult in high by (lra || assumption).
  rewrite !ln_mult, above_, powers_ in even by (lra || assumption || (apply Rmult_lt_0_compat; assumption)).
  simpl (factorial m ^ 2) in even. rewrite Rmult_1_r, ln_mult in even by assumption.
  assert (four : ln 4 = 2 * ln 2) by (replace 4 with (2 * 2) by ring; rewrite ln_mult by lra; ring). rewrite four in high.
  pose proof (log_below ((2 * INR m + 1) * / (2 * INR m))) as next_.
  lapply next_; [clear next_; intros next_ | apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra]].
  rewrite ln_mult, ln_Rinv, (ln_mult 2) in next_ by (lra || (apply Rinv_0_lt_compat; lra)).
  replace ((2 * INR m + 1) * / (2 * INR m) - 1) with (2 * / (4 * INR m)) in next_ by (field; lra).
  unfold rest_, c. rewrite mult_INR. change (INR 2) with 2. rewrite (ln_mult 2 PI), (ln_mult 2 (INR m)) by lra.
  split; lra.
Qed.
Lemma rest_bounds n : (1 <= n)%nat ->
  / 2 * ln (2 * PI) + / (12 * INR n + 1) <= rest_ n <= / 2 * ln (2 * PI) + / (12 * INR n).
Proof.
  set (A := fun n => rest_ (S n) - / (12 * INR (S n))). set (B := fun n => rest_ (S n) - / (12 * INR (S n) + 1)).
  assert (some : forall n, 1 <= INR (S n)) by (intros k; change 1 with (INR 1); apply le_INR; lia).
  assert (grow : Un_growing A).
  { intros k. destruct (robbins (INR (S k)) (some k)) as [_ high]. rewrite <- rest_step in high by lia.
    unfold A. rewrite (S_INR (S k)). lra. }
  assert (fall_ : forall k, B (S k) <= B k).
  { intros k. destruct (robbins (INR (S k)) (some k)) as [low _]. rewrite <- rest_step in low by lia.
    unfold B. rewrite (S_INR (S k)). lra. }
  assert (order : forall k, A k <= B k).
  { intros k. specialize (some k). unfold A, B. assert (/ (12 * INR (S k) + 1) <= / (12 * INR (S k))); [| lra].
    apply Rinv_le_contravar; lra. }
  assert (all : forall j k, A j <= B k).
  { intros j k. destruct (Nat.le_ge_cases j k) as [early | late].
    - apply Rle_trans with (2 := order k). apply Rge_le, growing_prop; [exact grow | exact early].
    - apply Rle_trans with (1 := order j). clear - fall_ late. induction late as [| j late IH]; [lra |].
      apply Rle_trans with (1 := fall_ j), IH. }
  destruct (growing_cv A grow) as [l limit].
  { exists (B 0%nat). intros x [k ->]. apply all. }
  assert (below_l : forall k, A k <= l) by (intros k; apply (growing_ineq A l grow limit)).
  assert (above_l : forall k, l <= B k).
  { intros k. apply Rnot_lt_le. intros less. destruct (limit (l - B k)) as [N near]; [lra |].
    specialize (near N (le_n N)). unfold R_dist in near. apply Rabs_def2 in near. specialize (all N k). lra. }
  assert (is_l : l = / 2 * ln (2 * PI)).
  { apply cond_eq. intros eps more. destruct (archimed_cor1 (eps / 4)) as [N [small many]]; [lra |].
    destruct N as [| k]; [lia |]. destruct (rest_twice (S k)) as [low high]; [lia |].
    assert (twice : (2 * S k)%nat = S (S (2 * k))) by lia.
    pose proof (below_l k) as a. pose proof (above_l k) as b.
    pose proof (below_l (S (2 * k))) as a2. pose proof (above_l (S (2 * k))) as b2.
    unfold A, B in a, b, a2, b2. rewrite <- twice, mult_INR in a2, b2. change (INR 2) with 2 in *.
    set (x := INR (S k)) in *. assert (1 <= x) by apply some.
    assert (part : forall y, x <= y -> 0 < / y <= / x) by (intros y more_; split; [apply Rinv_0_lt_compat; lra | apply Rinv_le_contravar; lra]).
    pose proof (part (12 * x) ltac:(lra)). pose proof (part (12 * x + 1) ltac:(lra)).
    pose proof (part (12 * (2 * x)) ltac:(lra)). pose proof (part (12 * (2 * x) + 1) ltac:(lra)). pose proof (part (4 * x) ltac:(lra)).
    apply Rabs_def1; lra. }
  intros many. destruct n as [| k]; [lia |]. rewrite <- is_l.
  pose proof (below_l k) as low. pose proof (above_l k) as high. unfold A, B in low, high. lra.
Qed.
(* The formula, as an exponential. *)
Lemma stirling_form n : (1 <= n)%Z -> sqrt (2 * PI * IZR n) * pow (IZR n / exp 1) (IZR n)
  = exp (/ 2 * ln (2 * PI) + (IZR n + / 2) * ln (IZR n) - IZR n).
Proof.
  intros many. assert (1 <= IZR n) by (apply IZR_le, many). pose proof PI_RGT_0. pose proof (exp_pos 1).
  rewrite pow_real by (apply Rdiv_lt_0_compat; lra). unfold Rpower.
  replace (sqrt (2 * PI * IZR n)) with (exp (/ 2 * ln (2 * PI * IZR n))).
  - rewrite <- exp_plus. f_equal. unfold Rdiv. rewrite (ln_mult (2 * PI)), (ln_mult (IZR n)), ln_Rinv, ln_exp by (try apply Rinv_0_lt_compat; lra). ring.
  - apply Rsqr_inj; [apply Rlt_le, exp_pos | apply sqrt_pos |]. rewrite Rsqr_sqrt by nra. unfold Rsqr. rewrite <- exp_plus.
    replace (/ 2 * ln (2 * PI * IZR n) + / 2 * ln (2 * PI * IZR n)) with (ln (2 * PI * IZR n)) by field. apply exp_ln. nra.
Qed.
Lemma rule_stirling_above n : (1 <= n)%Z ->
  sqrt (2 * PI * IZR n) * pow (IZR n / exp 1) (IZR n) * exp (1 / (12 * IZR n + 1)) <= product IZR 1 n.
Proof.
  intros many. rewrite stirling_form, <- exp_plus by exact many. destruct (rest_bounds (Z.to_nat n)) as [low _]; [lia |].
  unfold rest_ in low. rewrite INR_IZR_INZ, Z2Nat.id in low by lia.
  unfold product. replace (n - 1 + 1)%Z with n by lia. fold (factorial (Z.to_nat n)).
  rewrite <- (exp_ln (factorial (Z.to_nat n))) by apply factorial_positive. apply exp_order. unfold Rdiv. lra.
Qed.
Lemma rule_stirling_below n : (1 <= n)%Z ->
  product IZR 1 n <= sqrt (2 * PI * IZR n) * pow (IZR n / exp 1) (IZR n) * exp (1 / (12 * IZR n)).
Proof.
  intros many. rewrite stirling_form, <- exp_plus by exact many. destruct (rest_bounds (Z.to_nat n)) as [_ high]; [lia |].
  unfold rest_ in high. rewrite INR_IZR_INZ, Z2Nat.id in high by lia.
  unfold product. replace (n - 1 + 1)%Z with n by lia. fold (factorial (Z.to_nat n)).
  rewrite <- (exp_ln (factorial (Z.to_nat n))) by apply factorial_positive. apply exp_order. unfold Rdiv. lra.
Qed.

(* --- angles ------------------------------------------------------------------------------------ *)

Lemma wave_square u : sin u ^ 2 = 1 - cos u ^ 2.
Proof. pose proof (sin2_cos2 u) as one. unfold Rsqr in one. simpl. lra. Qed.
Lemma wave_sum u v : cos (u + v) = cos u * cos v - sin u * sin v /\ sin (u + v) = sin u * cos v + cos u * sin v.
Proof. split; [apply cos_plus | apply sin_plus]. Qed.
Lemma wave_back u : cos (- u) = cos u /\ sin (- u) = - sin u.
Proof. split; [apply cos_neg | apply sin_neg]. Qed.
Lemma wave_turn k : cos (2 * IZR k * PI) = 1 /\ sin (2 * IZR k * PI) = 0.
Proof. rewrite <- (Rplus_0_l (2 * IZR k * PI)), cos_turns, sin_turns, cos_0, sin_0. auto. Qed.
Lemma wave_quarter : cos (PI / 2) = 0 /\ sin (PI / 2) = 1 /\ cos PI = -1 /\ sin PI = 0
  /\ cos (3 * (PI / 2)) = 0 /\ sin (3 * (PI / 2)) = -1.
Proof. repeat split; [apply cos_PI2 | apply sin_PI2 | apply cos_PI | apply sin_PI | apply cos_3PI2 | apply sin_3PI2]. Qed.
