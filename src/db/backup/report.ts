/** What goes on, with which table or at which of how many, and how much it was so far. */
export type Report = (progress: { step: string; detail: string; rows: number; bytes: number }) => void
