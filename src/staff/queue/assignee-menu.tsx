import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { ModerationCase } from './case-schemas.ts'

/** A menu to assign a case to a moderator, who is notified, or to nobody. */
export function AssigneeMenu({ item: { id, claim, member } }: { item: ModerationCase }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(api.moderationCases.moderators.queryOptions({ staleTime: 300_000 }))
  const assignee = claim?.until === null ? claim.by : undefined
  const people = data?.items.filter((person) => person.id !== member?.id) ?? []
  const assign = async (chosen: string) => {
    try {
      await client.moderationCases.assign({ id, assignee: chosen || null })
      toast({ kind: 'success', title: chosen ? 'Case assigned' : 'Assignment removed' })
    } catch (error) {
      toastError(
        'The case could not be assigned',
        errorMessage(error) ?? 'Check your connection and try again.',
      )
    }
    await queryClient.invalidateQueries({ queryKey: api.moderationCases.key() })
  }
  const choices = [
    { value: '', label: 'Nobody' },
    ...people.map((person) => ({ value: person.id, label: displayName(person) })),
  ]
  const text = assignee ? `Assigned to ${displayName(assignee)}` : 'Assign'
  return (
    <Menu
      label={`${text}. Change the assignee`}
      entries={[
        { label: 'Assign to', choices, value: assignee?.id ?? '', onChoose: (id) => void assign(id) },
      ]}
      className="-mx-2 flex min-h-9 items-center justify-self-start rounded-md px-2 text-sm font-medium text-act hover:bg-raised pointer-coarse:min-h-11"
    >
      {text}
    </Menu>
  )
}
