import type { Suggestions } from './contract.ts'

/** Not by the client of the API, which tells a member who is too fast: without suggestions the box is still a search. */
export async function askForSuggestions(search: string, signal: AbortSignal): Promise<Suggestions> {
  const response = await fetch(`/api/suggestions?${new URLSearchParams({ search })}`, { signal })
  if (!response.ok) throw new Error(`no suggestions: ${response.status}`)
  return response.json()
}
