import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { useFieldError } from '../../api/core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { REASON_LIMIT } from '../moderation/policy.ts'
import { NO_DOMAIN, TYPED_MAX } from './policy.ts'

/** Takes whatever is pasted of an address; what was typed stays until it is blocked. */
export function DomainForm() {
  const queryClient = useQueryClient()
  const [domain, setDomain] = useState('')
  const [reason, setReason] = useState('')
  const { form, errorOf, refuse, explain, clear } = useFieldError('The domain could not be blocked')
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!domain.trim()) return refuse('domain', NO_DOMAIN)
    setSending(true)
    clear()
    try {
      const added = await client.blockedDomains.add({ domain, reason })
      toast({ kind: 'success', title: `${added.domain} is blocked` })
      setDomain('')
      setReason('')
      await queryClient.invalidateQueries({ queryKey: api.blockedDomains.key() })
    } catch (refusal) {
      explain(refusal)
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Block a domain"
      noValidate
      className="mt-6 grid max-w-xl gap-5"
    >
      <Field
        label="Address or domain"
        unmarked
        required
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={TYPED_MAX}
        value={domain}
        onChange={({ currentTarget }) => {
          setDomain(currentTarget.value)
          clear()
        }}
        hint="Its subdomains are blocked with it."
        error={errorOf('domain')}
      />
      <Field
        label="Reason"
        autoComplete="off"
        maxLength={REASON_LIMIT}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        hint="Everybody can read it, in the log, which does not name the domain."
        error={errorOf('reason')}
      />
      <div>
        <Button type="submit" kind="danger" pending={isSending}>
          Block
        </Button>
      </div>
    </form>
  )
}
