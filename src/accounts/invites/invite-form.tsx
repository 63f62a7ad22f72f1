import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { INVITE_DAYS_MAX, NOTE_MAX, USES_MAX } from './policy.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Form that creates an invite link and shows it once. The link can't be shown again. */
export function InviteForm() {
  const queryClient = useQueryClient()
  const [link, setLink] = useState<string>()
  const { form, errorOf, refuse, clear, isSending, send } = useFieldError('The invite could not be created')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const days = Number(typed.days)
    clear()
    if (!Number.isInteger(days) || days < 1 || days > INVITE_DAYS_MAX)
      return refuse('ends_at', `A link can work for 1 to ${INVITE_DAYS_MAX} days.`)
    await send(async () => {
      const ends_at = new Date(Date.now() + days * DAY_MS - 1000).toISOString()
      const made = await client.invites.create({
        uses: Number(typed.uses),
        ends_at,
        note: typed.note || null,
      })
      setLink(made.link)
      await queryClient.invalidateQueries({ queryKey: api.invites.key() })
    })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="mt-6 grid max-w-xl gap-5">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="Uses"
          name="uses"
          inputMode="numeric"
          defaultValue="1"
          maxLength={4}
          autoComplete="off"
          hint={`How many people can join with it, up to ${USES_MAX}.`}
          error={errorOf('uses')}
        />
        <Field
          label="Days"
          name="days"
          inputMode="numeric"
          defaultValue="14"
          maxLength={3}
          autoComplete="off"
          hint="How long the link works."
          error={errorOf('ends_at')}
        />
      </div>
      <Field
        label="Note"
        name="note"
        maxLength={NOTE_MAX}
        autoComplete="off"
        hint="Who it’s for. Visible to moderators and admins."
        error={errorOf('note')}
      />
      <div>
        <Button type="submit" pending={isSending}>
          Create link
        </Button>
      </div>
      <div role="status">{link && <MadeLink key={link} link={link} />}</div>
    </form>
  )
}

function MadeLink({ link }: { link: string }) {
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ kind: 'success', title: 'Link copied' }),
      () => toastError('Could not copy link. Select it and copy it manually.'),
    )
  return (
    <div className="grid gap-2 rounded-lg border border-act/50 bg-act-ground p-3.5">
      <p>Copy this link now. It won’t be shown again.</p>
      <p className="text-sm wrap-anywhere">{link}</p>
      <div>
        <Button kind="quiet" onClick={copy}>
          Copy link
        </Button>
      </div>
    </div>
  )
}
