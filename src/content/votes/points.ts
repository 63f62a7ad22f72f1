export function pointsText(score: number): string {
  return `${score} ${pointsNoun(score)}`
}

export function pointsNoun(score: number): string {
  return score === 1 ? 'point' : 'points'
}
