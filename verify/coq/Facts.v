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

(* Means over laws with finitely many values. *)
Section Laws.
Variables (E : space) (l : law E).
Hypothesis likely_ : forall r w, In (r, w) l -> 0 <= r.
Hypothesis whole_ : mean_of l (fun _ => 1) = 1.
Lemma rule_expect_le f g : (forall r w, In (r, w) l -> f w <= g w) -> mean_of l f <= mean_of l g.
Proof.
  clear whole_. revert likely_. induction l as [| [r w] m IH]; intros sign order; simpl; [lra |].
  apply Rplus_le_compat; [apply Rmult_le_compat_l; eauto using in_eq |].
  apply IH; intros r' w' inside; [apply (sign r' w') | apply (order r' w')]; right; exact inside.
Qed.
Lemma rule_expect_eq f g : (forall r w, In (r, w) l -> f w = g w) -> mean_of l f = mean_of l g.
Proof. apply mean_of_same. Qed.
Lemma rule_markov (x : E -> R) level : 0 < level -> (forall r w, In (r, w) l -> 0 <= x w) ->
  mean_of l (fun w => if Rle_dec level (x w) then 1 else 0) <= mean_of l x / level.
Proof.
  intros positive_ sign. replace (mean_of l x / level) with (mean_of l (fun w => / level * x w)).
  - apply rule_expect_le. intros r w inside. specialize (sign r w inside).
    pose proof (Rinv_0_lt_compat _ positive_). destruct (Rle_dec level (x w)) as [high |]; [| nra].
    apply Rmult_le_reg_l with (1 := positive_). rewrite <- Rmult_assoc, Rinv_r by lra. lra.
  - rewrite mean_of_scal. unfold Rdiv. ring.
Qed.
End Laws.
Lemma rule_expect_lt (E : space) (l : law E) f g : (forall r w, In (r, w) l -> 0 <= r) ->
  mean_of l (fun _ => 1) = 1 -> (forall r w, In (r, w) l -> f w < g w) -> mean_of l f < mean_of l g.
Proof.
  intros sign one. assert (0 < mean_of l (fun _ => 1)) as some by lra. clear one. revert sign some.
  induction l as [| [r w] l IH]; intros sign some order; simpl in *; [lra |].
  assert (0 <= r) as [here | <-] by eauto.
  - apply Rplus_lt_le_compat; [apply Rmult_lt_compat_l; eauto |].
    apply rule_expect_le; eauto using Rlt_le.
  - rewrite !Rmult_0_l. apply Rplus_le_lt_compat; [lra |]. apply IH; eauto. lra.
Qed.

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
