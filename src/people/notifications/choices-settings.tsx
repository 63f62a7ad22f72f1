import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../core/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { CHOICE_KINDS, type ChoiceKind, MAIL_CHOICES, type NotificationChoice } from './policy.ts'

const LABELS: Record<ChoiceKind, string> = {
  message: 'Someone sends me a message',
  comment: 'Someone comments on my post or replies to my comment',
  mention: 'Someone mentions me',
  followed_post: 'There are new comments in a discussion I follow',
  note_reply: 'Someone replies to my note',
  follow: 'Someone follows me',
  vote: 'Someone votes for my post or comment',
  note_like: 'Someone likes my note',
}

const MAIL_LABELS: Record<NotificationChoice['email'], string> = {
  off: 'No email',
  soon: 'Soon',
  digest: 'Digest',
}

interface Props {
  /** Whether the member receives a digest. Otherwise the choice "Digest" sends no email. */
  hasDigest: boolean
  /** Whether a browser of the member receives push messages. Otherwise the choices for push have no effect. */
  hasPush: boolean
}

export function ChoicesSettings({ hasDigest, hasPush }: Props) {
  const { data, isError, refetch } = useQuery(api.notificationChoices.read.queryOptions())
  if (isError && !data)
    return (
      <p role="alert">
        Your notification settings could not be loaded.{' '}
        <Button kind="link" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  return (
    <fieldset disabled={!data} aria-busy={!data || undefined} className="min-w-0">
      <legend className="font-semibold">Notify me when</legend>
      <p className="mt-1 text-sm text-muted">
        Ticked items appear in your notifications. “Soon” also emails you after 15 minutes unless you’ve read
        it by then.{hasDigest && ' “Digest” adds it to your digest.'} We always notify you of moderator
        decisions about your posts, comments, notes and reports.
      </p>
      {data?.is_mail_set_up === false && <NoMail />}
      <div aria-hidden="true" className="mt-3 flex justify-end gap-3 text-sm text-muted">
        {hasPush && <span className="w-11 text-center">Push</span>}
        <span>By email</span>
      </div>
      <div className="grid">
        {CHOICE_KINDS.map((kind) => (
          <KindRow
            key={kind}
            kind={kind}
            choice={data?.choices[kind]}
            hasDigest={hasDigest && kind !== 'message'}
            hasPush={hasPush}
          />
        ))}
      </div>
    </fieldset>
  )
}

function NoMail() {
  return (
    <p role="status" className="mt-3 rounded-lg border border-line bg-sunken p-4">
      This forum has no mail server yet, so it can’t send email. Your choices apply once it has one.
    </p>
  )
}

interface RowProps extends Props {
  kind: ChoiceKind
  choice: NotificationChoice | undefined
}

function KindRow({ kind, choice, hasDigest, hasPush }: RowProps) {
  const { wish, choose } = useChoose(kind, LABELS[kind])
  const shown = { ...choice, ...wish }
  const busy = wish && true
  const offered = hasDigest ? MAIL_CHOICES : MAIL_CHOICES.filter((email) => email !== 'digest')
  return (
    <div className="flex items-center gap-3 border-line border-b py-1 last:border-0">
      {kind === 'message' ? (
        <span className="min-w-0 flex-1 pl-7">{LABELS[kind]}</span>
      ) : (
        <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
          <input
            type="checkbox"
            checked={shown.in_app ?? false}
            aria-disabled={busy}
            onChange={({ target }) => void choose({ in_app: target.checked })}
            className="size-4 flex-none accent-act"
          />
          {LABELS[kind]}
        </label>
      )}
      {hasPush && (
        <label className="grid size-11 flex-none place-items-center">
          <input
            type="checkbox"
            aria-label={`Push: ${LABELS[kind]}`}
            checked={shown.push ?? false}
            aria-disabled={busy}
            onChange={({ target }) => void choose({ push: target.checked })}
            className="size-4 accent-act"
          />
        </label>
      )}
      <select
        aria-label={`By email: ${LABELS[kind]}`}
        value={offered.find((email) => email === shown.email) ?? 'off'}
        aria-disabled={busy}
        onChange={({ target }) => void choose({ email: target.value as NotificationChoice['email'] })}
        className="min-h-11 flex-none rounded-lg border border-line bg-raised px-2"
      >
        {offered.map((email) => (
          <option key={email} value={email}>
            {MAIL_LABELS[email]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Shows a choice at once and saves it. `wish` is the choice being saved. The toast shows `label`. */
function useChoose(kind: ChoiceKind, label: string) {
  const queryClient = useQueryClient()
  const { queryKey } = api.notificationChoices.read.queryOptions()
  // Kept in state, because React would reset the checkbox before the query cache notifies its subscribers.
  const [wish, setWish] = useState<Partial<NotificationChoice>>()
  // Only changes this kind, because choices of other kinds may be saved at the same time.
  const show = (choice: Partial<NotificationChoice>) =>
    queryClient.setQueryData(
      queryKey,
      (all) => all && { ...all, choices: { ...all.choices, [kind]: { ...all.choices[kind], ...choice } } },
    )
  const choose = async (choice: Partial<NotificationChoice>) => {
    const former = queryClient.getQueryData(queryKey)?.choices[kind]
    if (wish || !former) return
    setWish(choice)
    show(choice)
    await queryClient.cancelQueries({ queryKey })
    try {
      await client.notificationChoices.update({ choices: { [kind]: choice } })
      toast({ kind: 'success', title: 'Notification settings saved', description: label })
    } catch {
      show(former)
      toastError('This could not be saved', 'Please try again later')
    } finally {
      setWish(undefined)
    }
  }
  return { wish, choose }
}
