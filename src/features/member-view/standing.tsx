import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { isolated } from '../../platform/isolated.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Time } from '../../ui/format/time.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import type { HeldFor } from '../accounts/policy.ts'
import type { Author } from '../authors/contract.ts'
import { displayName } from '../authors/display-name.ts'
import type { MemberView } from './contract.ts'
import { Section, type SectionProps } from './section.tsx'

/** New, or established, and by what; a moderator vouches here, or takes that back. */
export function Standing({ view }: SectionProps) {
  const words = useRef<HTMLParagraphElement>(null)
  const { member, may_act, standing } = view
  const { established_at, vouch } = standing
  // The button that was pressed goes with what it did.
  const goOn = () => words.current?.focus()
  return (
    <Section title="Standing">
      <p ref={words} tabIndex={-1} className="max-w-2xl outline-none">
        {established_at ? <Established standing={standing} /> : NEW_IN_WORDS}
        {!established_at && standing.is_held && ` ${heldInWords(standing)}`}
      </p>
      {may_act && (!established_at || vouch) && (
        <div className="mt-3">
          {established_at ? (
            <Withdraw member={member} onDone={goOn} />
          ) : (
            <VouchButton member={member} onDone={goOn} />
          )}
        </div>
      )}
    </Section>
  )
}

const NEW_IN_WORDS =
  'New, until three of their posts, comments or notes have been up for three days, or a moderator vouches for them.'

function heldInWords({ held_for }: MemberView['standing']): string {
  const why = held_for ? `: ${HELD_FOR_WORDS[held_for]}` : ''
  return `What they write waits for approval until then${why}.`
}

const HELD_FOR_WORDS: Record<HeldFor, string> = {
  crowd: 'they signed up while strangers did in numbers, without the proof that browsers give',
  hidden_field: 'their form of sign-up had something in a field that nobody sees',
}

function Established({ standing: { established_at, vouch } }: Pick<MemberView, 'standing'>) {
  if (!vouch)
    return (
      <>
        Established <Time iso={established_at as string} />.
      </>
    )
  return (
    <>
      Established: <bdi>{vouch.by ? displayName(vouch.by) : 'somebody who has left'}</bdi> vouched for them{' '}
      <Time iso={vouch.at} />.
    </>
  )
}

function Withdraw({ member, onDone }: Pick<MemberView, 'member'> & { onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const withdraw = async () => {
    try {
      await client.vouches.remove({ username: member.username })
      toast({ kind: 'success', title: 'Vouch taken back' })
      onDone()
    } catch (error) {
      const description = errorMessage(error) ?? 'Check your connection and try again.'
      toast({ kind: 'error', title: 'This could not be done', description })
    }
    await refreshStanding(queryClient)
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        Take back the vouch
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Take back the vouch for ${isolated(displayName(member))}?`}
        description="They are new again, unless they have become established by what they wrote. The public log says so, without their name."
        confirmLabel="Take back"
        onConfirm={withdraw}
      />
    </>
  )
}

interface Props {
  member: Author
  className?: string
  onDone?: () => void
}

/** For moderators and admins: establishes a new member. */
export function VouchButton({ member, className = '', onDone }: Props) {
  const [isSending, setSending] = useState(false)
  const queryClient = useQueryClient()
  const vouch = async () => {
    setSending(true)
    try {
      await client.vouches.add({ username: member.username })
      toast({ kind: 'success', title: `You vouch for ${isolated(displayName(member))}` })
      onDone?.()
    } catch (error) {
      const description = errorMessage(error) ?? 'Check your connection and try again.'
      toast({ kind: 'error', title: 'This could not be done', description })
    }
    await refreshStanding(queryClient)
    setSending(false)
  }
  return (
    <Button kind="quiet" className={className} pending={isSending} onClick={vouch}>
      Vouch
      <span className="sr-only">
        {' '}
        for <bdi>{displayName(member)}</bdi>
      </span>
    </Button>
  )
}

/** Wherever it is said whether somebody is new. */
export async function refreshStanding(queryClient: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.memberView.key() }),
    queryClient.invalidateQueries({ queryKey: api.moderationCases.read.key() }),
  ])
}
