(* The definitions are met: every quadratic k/2 x^2 of the real line with mu <= k <= L is in S(mu, L). *)
From certificates Require Import Theory.

Definition line : space.
Proof.
  refine {| of := {| vector := R; zero := 0; plus := Rplus; scal := Rmult; dot := Rmult |} |};
    simpl; intros; try ring.
  apply Rsqr_0_uniq. assumption.
  Unshelve. all: simpl; intros; try ring. apply Rle_0_sqr.
Defined.
Example quadratic_on_the_line (mu k L : R) : 0 < mu -> mu <= k <= L ->
  strongly_convex_smooth (E := line) mu L (fun x => k / 2 * (x * x)) (fun x => k * x)
  /\ minimises (E := line) (fun x => k / 2 * (x * x)) 0.
Proof.
  intros positive order. repeat split.
  - intros x y t inside. rewrite (norm_squared line). unfold minus. simpl.
    replace (k / 2 * _) with ((1 - t) * (k / 2 * (x * x)) + t * (k / 2 * (y * y))
      - k / 2 * t * (1 - t) * ((x + -1 * y) * (x + -1 * y))) by field.
    assert (0 <= t * (1 - t) * ((x + -1 * y) * (x + -1 * y))).
    { apply Rmult_le_pos; [nra |]. apply Rle_0_sqr. }
    nra.
  - intros x v. simpl. replace (k * x * v) with (k / 2 * ((0 + 1 * v) * (x + 0 * v) + (x + 0 * v) * (0 + 1 * v))) by field.
    apply (derivable_pt_lim_scal (fun t => (x + t * v) * (x + t * v))).
    assert (side : derivable_pt_lim (fun t => x + t * v) 0 (0 + 1 * v)).
    { apply derivable_pt_lim_plus; [apply derivable_pt_lim_const |].
      apply (derivable_pt_lim_ext (mult_real_fct v id)); [intros; unfold mult_real_fct, id; ring |].
      rewrite Rmult_comm. apply derivable_pt_lim_scal, derivable_pt_lim_id. }
    exact (derivable_pt_lim_mult (fun t => x + t * v) (fun t => x + t * v) 0 _ _ side side).
  - intros x y. unfold norm, minus. simpl.
    replace ((k * x + -1 * (k * y)) * (k * x + -1 * (k * y))) with (k * k * ((x + -1 * y) * (x + -1 * y))) by ring.
    rewrite sqrt_mult, sqrt_square by (try apply Rle_0_sqr; nra).
    apply Rmult_le_compat_r; [apply sqrt_pos | lra].
  - intros x. simpl. assert (0 <= x * x) by apply Rle_0_sqr. nra.
Qed.
