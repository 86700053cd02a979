// Who can sit at a table, as the page offers and names them.

export const PLAYERS = [
  ["human", "a person"],
  ["easy", "computer, easy"],
  ["normal", "computer, one second a move"],
  ["hard", "computer, five seconds a move"],
  ["exact", "computer, proves what it can"],
  ["random", "computer, random moves"],
];
