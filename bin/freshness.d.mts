export function isFresh(root: string): boolean
export function beginBuild(root: string): () => void
