import { client } from '../../api/core/client.ts'

export interface Rule {
  id: string
  number: number
  title: string
  text: string
}

interface RulesApi {
  rules?: { list: () => Promise<{ items: Rule[] }> }
}

/** The rules of this forum in their order; none where it has none. */
export async function loadRules(): Promise<Rule[]> {
  const { rules } = client as RulesApi
  return rules ? (await rules.list()).items : []
}
