import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { errorField, errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { REASON_LIMIT } from '../moderation/policy.ts'
import { NO_DOMAIN, TYPED_MAX } from './policy.ts'

/** Takes whatever is pasted of an address; what was typed stays until it is blocked. */
export function DomainForm() {
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [domain, setDomain] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<{ field: string; message: string }>()
  const [isSending, setSending] = useState(false)
  const refuse = (field_: string, message: string) => {
    setError({ field: field_, message })
    if (field_ === 'domain') field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!domain.trim()) return refuse('domain', NO_DOMAIN)
    setSending(true)
    setError(undefined)
    try {
      const added = await client.blockedDomains.add({ domain, reason })
      toast({ kind: 'success', title: `${added.domain} is blocked` })
      setDomain('')
      setReason('')
      await queryClient.invalidateQueries({ queryKey: api.blockedDomains.key() })
    } catch (refusal) {
      refuse(
        errorField(refusal) ?? 'domain',
        errorMessage(refusal) ?? 'This could not be sent. Check your connection and try again.',
      )
    } finally {
      setSending(false)
    }
  }
  return (
    <form onSubmit={submit} aria-label="Block a domain" noValidate className="mt-6 grid max-w-xl gap-5">
      <Field
        ref={field}
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
          setError(undefined)
        }}
        hint="Its subdomains are blocked with it."
        error={error?.field === 'domain' ? error.message : undefined}
      />
      <Field
        label="Reason"
        autoComplete="off"
        maxLength={REASON_LIMIT}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        hint="Everybody can read it, in the log, which does not name the domain."
        error={error?.field === 'reason' ? error.message : undefined}
      />
      <div>
        <Button type="submit" kind="danger" pending={isSending}>
          Block
        </Button>
      </div>
    </form>
  )
}
