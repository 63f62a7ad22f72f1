/** What a mailed link is for; where it leads changes nothing before its button is pressed. */
export type LinkKind = 'confirm' | 'stop' | 'stranger'

/** What became of it, as the page afterwards says it. */
export type LinkOutcome = 'confirmed' | 'expired' | 'taken'
