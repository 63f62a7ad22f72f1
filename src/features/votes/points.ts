/** "1 point", "5 points" */
export function pointsText(score: number): string {
  return `${score} ${pointsNoun(score)}`
}

/** Behind a number that is written otherwise. */
export function pointsNoun(score: number): string {
  return score === 1 ? 'point' : 'points'
}
