export function requireNode24(version?: string): void
