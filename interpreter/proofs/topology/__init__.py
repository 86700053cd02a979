"""Proofs for every size: what full boards look like on a triangulated surface.

**Setting.** The cells and links of the board are the vertices and edges of a triangulated compact surface S. Every run
of cells along the boundary next to which a player's edge lies is an arc of that player; all else of the boundary is
free. Call r the arcs of Red, b those of Blue, f the rest: `∂S = r ∪ b ∪ f`, and they meet in points. (The arcs lie on a
collar that is glued to the board, so that an edge next to one cell is an arc, too, and arcs of one owner never meet.)

**Carriers.** Colour the cells; shrink each arc to a point of its colour, or to a circle if it is one. Let R be the
subcomplex of all simplices with red vertices only, and B that of Blue. A chain of Red from edge to edge, or a loop, is
a relative cycle of (R, r). Let W(R) be the image of H₁(R, r; Z₂) in H₁(S, r; Z₂), and W(B) that of H₁(B, b) in
H₁(S, b): the classes that the players' stones carry.

**Theorem.** If f is empty, W(R) is the annihilator of W(B) under the intersection pairing
H₁(S, r) × H₁(S, b) → Z₂, which is perfect, and W(B) that of W(R). In any case, W(R) and W(B) are orthogonal.

*Proof.* R and B are disjoint, and so are relative cycles in them: they meet in no point. Let f be empty. Then R meets
the boundary in r, and B in b. Each simplex is the join of its red and its blue face, so S ∖ B retracts to R along the
joins, and r stays where it is. In the exact sequence of the triple,

    H₁(S ∖ B, r) → H₁(S, r) → H₁(S, S ∖ B),

the last group is H¹(B, b) by Lefschetz duality, that is Hom(H₁(B, b), Z₂), and the map takes x to the functional
y ↦ x · y. Its kernel, the annihilator of W(B), is the image of the first map, which is W(R). The pairing is perfect,
again by Lefschetz duality, since r and b make up the boundary; so W(B) is also the annihilator of W(R). ∎

On a disc with four arcs of alternate owners, H₁(S, r) has one class other than 0: that is the Hex theorem.

**Goals.** W alone tells which edges are in one chain, since a relative cycle falls into parts in each chain, whose
boundaries are even; and all sums of loops. A walk inside one chain may miss loops of another chain. Hence, where `path`
is asked, each chain is given any subgroup of the labels of loops, and its paths any labels that W allows: more than can
occur. W is spanned by walks, that is by classes whose boundary is empty or two arcs; other subspaces are left out.

**Enumeration.** The dimension of H₁(S, r) is small. All pairs (W, W⊥), or all orthogonal pairs where f is not empty,
are examined. If a claim holds of each, it holds of every filling of every board with the same surface, arcs, labels and
goals. If it fails for one, that need not occur on a board, so a filling is looked for.
"""
