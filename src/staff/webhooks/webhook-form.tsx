import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { type ErrorOf, useFieldError } from '../../core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { EVENT_TEXT } from './copy.ts'
import {
  DESCRIPTION_MAX,
  NO_EVENTS,
  NOT_HTTPS,
  URL_MAX,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from './policy.ts'
import { SigningSecret } from './signing-secret.tsx'

/** Form that creates a webhook and shows its signing secret once. */
export function WebhookForm() {
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const { form, errorOf, refuse, clear, isSending, send } = useFieldError('The webhook could not be created')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const typed = new FormData(element)
    const [url, events] = [String(typed.get('url')), typed.getAll('events') as WebhookEvent[]]
    if (!url.trim()) return refuse('url', NOT_HTTPS)
    if (events.length === 0) return refuse('events', NO_EVENTS)
    await send(async () => {
      const made = await client.webhooks.create({
        url,
        description: String(typed.get('description')),
        events,
      })
      setSecret(made.secret)
      element.reset()
      await queryClient.invalidateQueries({ queryKey: api.webhooks.key() })
    })
  }
  return (
    <>
      <form
        ref={form}
        onSubmit={submit}
        onChange={clear}
        noValidate
        aria-label="New webhook"
        className="mt-6 grid max-w-xl gap-5"
      >
        <Field
          label="Address"
          name="url"
          type="url"
          unmarked
          required
          autoComplete="off"
          maxLength={URL_MAX}
          hint="Receives a signed POST request for each event."
          error={errorOf('url')}
        />
        <Field
          label="Description"
          name="description"
          autoComplete="off"
          maxLength={DESCRIPTION_MAX}
          error={errorOf('description')}
        />
        <Events errorOf={errorOf} />
        <div>
          <Button type="submit" pending={isSending}>
            Create webhook
          </Button>
        </div>
      </form>
      {secret && <SigningSecret key={secret} secret={secret} onDone={() => setSecret(undefined)} />}
    </>
  )
}

function Events({ errorOf }: { errorOf: ErrorOf }) {
  const error = errorOf('events')
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Events</legend>
      <div className="grid sm:grid-cols-2">
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              name="events"
              value={event}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && 'events-error'}
              className="size-5 flex-none accent-act"
            />
            {EVENT_TEXT[event]}
          </label>
        ))}
      </div>
      {error && (
        <p id="events-error" role="alert" className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
