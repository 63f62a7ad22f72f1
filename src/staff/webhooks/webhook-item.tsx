import { useState } from 'react'
import { client } from '../../core/client.ts'
import { ConfirmedAction } from '../../moderation/confirmed-action.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/format/time.tsx'
import type { Webhook } from './contract.ts'
import { EVENT_TEXT } from './copy.ts'
import { Deliveries } from './deliveries.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { useWebhookAction } from './use-webhook-action.ts'

export function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { id, url, description, events, is_on, failing_since, created_at } = webhook
  const [secret, setSecret] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const name = description || new URL(url).host
  const [state, colour] = stateOf(webhook)
  return (
    <li data-list-item className="border-b border-line py-4">
      <div className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
        <h3 dir="auto" className="font-sans text-base font-semibold">
          {name}
        </h3>
        <span className={`badge ${colour}`}>{state}</span>
      </div>
      <p className="mt-0.5 text-sm text-muted wrap-anywhere">{url}</p>
      <p className="mt-0.5 text-sm text-muted">{events.map((event) => EVENT_TEXT[event]).join(', ')}</p>
      <p className="mt-0.5 text-sm text-faint">
        Created <Time iso={created_at} />
        {failing_since && (
          <>
            , failing since <Time iso={failing_since} />
            {!is_on && ', switched off by the forum'}
          </>
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button {...LOOK} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Deliveries
        </Button>
        <Actions webhook={webhook} onSecret={setSecret} />
      </div>
      {secret && <SigningSecret key={secret} secret={secret} onDone={() => setSecret(undefined)} />}
      {isOpen && <Deliveries id={id} name={name} />}
    </li>
  )
}

function stateOf({ is_on, failing_since }: Webhook): [state: string, colour: string] {
  if (!is_on) return ['Off', 'text-muted']
  return failing_since ? ['Failing', 'text-bad'] : ['On', 'text-good']
}

const LOOK = { kind: 'quiet', className: 'text-sm max-md:px-3' } as const

interface ActionsProps {
  webhook: Webhook
  onSecret: (secret: string) => void
}

function Actions({ webhook: { id, is_on }, onSecret }: ActionsProps) {
  const { act, queryKeys } = useWebhookAction()
  return (
    <>
      {is_on && (
        <Button
          {...LOOK}
          onClick={() => act(() => client.webhookDeliveries.create({ id }), 'Test event queued')}
        >
          Send test
        </Button>
      )}
      <Button
        {...LOOK}
        onClick={() =>
          act(
            () => client.webhooks.update({ id, is_on: !is_on }),
            is_on ? 'Webhook switched off' : 'Webhook switched on',
          )
        }
      >
        {is_on ? 'Switch off' : 'Switch on'}
      </Button>
      <ConfirmedAction
        button={{ ...LOOK, label: 'Replace secret' }}
        title="Replace the signing secret?"
        description="The old secret stops working immediately. Your receiver needs the new one."
        confirmLabel="Replace"
        act={async () => onSecret((await client.webhooks.replaceSecret({ id })).secret)}
        failure="The secret could not be replaced"
        queryKeys={queryKeys}
      />
      <ConfirmedAction
        button={{ ...LOOK, label: 'Delete' }}
        title="Delete this webhook?"
        description="Its deliveries are deleted too. You can’t undo this."
        confirmLabel="Delete"
        danger
        act={() => client.webhooks.remove({ id })}
        done="Webhook deleted"
        // The focused button disappears with the webhook.
        onDone={() => document.getElementById('webhooks')?.focus()}
        failure="The webhook could not be deleted"
        queryKeys={queryKeys}
      />
    </>
  )
}
