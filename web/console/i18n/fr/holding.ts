/** Who looks after something that waits. */
export const holding = {
  who: "Qui s’en occupe",
  nobody: "Personne",
  me: "Vous",
  take: "Prendre",
  takeOver: "Reprendre",
  giveBack: "Rendre",
  done: "C’est vu",
  taken: "Vous vous en occupez.",
  given: "Rendu.",
  seen: "Sorti de la liste.",
  yours: "Proposé par vous : quelqu’un d’autre décide.",
  alreadyTaken: "Un collègue s’en occupe déjà.",
  assign: "Confier à un collègue",
  colleague: "Collègue",
  assigned: "Confié.",
  unable: "Ce collègue ne peut pas s’en occuper.",
} as const;
