import type { Figures, Sign } from './figures.ts'

export function signOfWebhooks({
  failing,
  switched_off,
}: Pick<Figures['webhooks'], 'failing' | 'switched_off'>): Sign {
  if (switched_off > 0)
    return {
      state: 'problem',
      advice:
        'A webhook failed for days and was switched off. Fix its receiver, then switch it on at /manage/webhooks, or delete it.',
    }
  if (failing > 0)
    return {
      state: 'attention',
      advice: 'A webhook fails. See its deliveries at /manage/webhooks. After three days, it’s switched off.',
    }
  return { state: 'fine', advice: 'Nothing to do.' }
}
