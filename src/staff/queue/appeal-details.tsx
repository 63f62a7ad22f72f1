import { useState } from 'react'
import { client } from '../../core/client.ts'
import { ANSWER_LIMIT } from '../../moderation/appeals/policy.ts'
import { MODERATOR_NOTE_LIMIT } from '../../moderation/policy.ts'
import { ReplyPicker } from '../../moderation/replies/reply-picker.tsx'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { TextareaField } from '../../ui/form/field.tsx'
import { DateOnly, Time } from '../../ui/format/time.tsx'
import { CaseClosing, CaseHistory } from './case-history.tsx'
import { caseKey } from './case-keys.tsx'
import type { CaseDetail } from './case-schemas.ts'
import { FormNotices } from './form-notices.tsx'
import { PlainLines } from './snapshot-text.tsx'
import { StaffTools } from './staff-tools.tsx'
import type { CaseClaim } from './use-claim.ts'
import { useDecide } from './use-decide.ts'

type Appeal = NonNullable<CaseDetail['appeal']>

interface DetailsProps {
  detail: CaseDetail
  appeal: Appeal
  claim: CaseClaim
  onDecided: () => void
}

export function AppealDetails({ detail, appeal, claim, onDecided }: DetailsProps) {
  const { closed, note, obstacle, snapshot, history, member } = detail
  return (
    <div className="mt-3 grid gap-4">
      <Contested action={appeal.action} />
      <Words
        label={appeal.action.action === 'remove' ? 'Removed text' : 'Message to the member'}
        title={snapshot?.title}
      >
        {snapshot ? snapshot.content : 'The text was permanently deleted.'}
      </Words>
      <Words label="Appeal">{appeal.words}</Words>
      <CaseHistory history={history} member={member} />
      <StaffTools detail={detail} />
      {appeal.answer && <Words label="Answer">{appeal.answer}</Words>}
      {closed && !claim.hasActed ? (
        <CaseClosing closed={closed} note={note} />
      ) : obstacle ? (
        <p className="font-medium">{obstacle}</p>
      ) : (
        <AppealForm id={appeal.id} closed={closed} claim={claim} onDecided={onDecided} />
      )}
    </div>
  )
}

function Contested({ action }: { action: Appeal['action'] }) {
  const { id, acted_by, acted_as, rule, reason, created_at, ends_at } = action
  return (
    <div className="text-sm">
      <p>
        {acted_by ? displayName(acted_by) : acted_as === 'system' ? 'The forum' : 'Former member'}{' '}
        {action.action === 'remove' ? `removed a ${action.kind}` : (ACTS[action.action] ?? 'acted')}{' '}
        <Time iso={created_at} />
        {ends_at && (
          <>
            , until <DateOnly iso={ends_at} />
          </>
        )}
        .{' '}
        <a href={`/moderation?action=${id}`} className="text-act underline underline-offset-4">
          View in the log
        </a>
      </p>
      {rule && <p className="mt-1 wrap-anywhere">Rule {rule}</p>}
      {reason && <p className="mt-1 wrap-anywhere whitespace-pre-line">{reason}</p>}
    </div>
  )
}

const ACTS: Record<string, string> = {
  warn: 'warned this member',
  require_approval: 'required approval for this member’s content',
  rate_limit: 'limited how much this member can write',
  suspend: 'suspended this member',
}

/** Shows removed content as plain text, because its links may be harmful. */
function Words({
  label,
  title,
  children,
}: {
  label: string
  title?: string | null | undefined
  children: string
}) {
  return (
    <section aria-label={label} className="rounded-lg border border-line bg-raised p-4">
      <h3 className="font-sans text-sm font-semibold text-muted">{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <blockquote tabIndex={0} className="mt-1 max-h-96 overflow-y-auto wrap-anywhere">
        {title && <p className="mb-1 font-semibold">{title}</p>}
        <PlainLines text={children} />
      </blockquote>
    </section>
  )
}

interface Props {
  id: string
  closed: CaseDetail['closed']
  claim: CaseClaim
  onDecided: () => void
}

/** The form to grant or reject an appeal. Each button has a keyboard shortcut (case-keys.tsx). */
function AppealForm({ id, closed, claim, onDecided }: Props) {
  const [{ answer, note }, setFields] = useState({ answer: '', note: '' })
  const { pending, form, errorOf, decide } = useDecide({ claim, onDecided })
  const isLocked = pending || closed !== null
  const press = (outcome: 'granted' | 'rejected') => () =>
    void decide(async () => {
      const { reversal } = await client.appeals.decide({ id, outcome, answer, note })
      return outcome === 'granted' ? DONE[reversal] : 'Appeal rejected'
    })
  return (
    <form
      ref={form}
      className="grid gap-3"
      noValidate
      onChange={claim.act}
      onSubmit={(event) => event.preventDefault()}
    >
      <TextareaField
        label="Answer"
        aside={
          <ReplyPicker
            label="Answer"
            value={answer}
            onInsert={(inserted) => setFields({ answer: inserted, note })}
          />
        }
        hint="Shown to the member, without your name."
        value={answer}
        error={errorOf('answer')}
        maxLength={ANSWER_LIMIT}
        count={answer.length}
        limit={ANSWER_LIMIT}
        onChange={({ target }) => setFields({ answer: target.value, note })}
        className="min-h-16"
      />
      <TextareaField
        label="Note"
        hint="Only visible to moderators and admins."
        value={note}
        error={errorOf('note')}
        maxLength={MODERATOR_NOTE_LIMIT}
        onChange={({ target }) => setFields({ answer, note: target.value })}
        className="min-h-16"
      />
      <FormNotices claim={claim} closed={closed} onNext={onDecided} />
      <div className="flex flex-wrap gap-3">
        <Button {...caseKey('g')} disabled={isLocked} onClick={press('granted')}>
          Grant
        </Button>
        <Button kind="quiet" {...caseKey('x')} disabled={isLocked} onClick={press('rejected')}>
          Reject
        </Button>
      </div>
    </form>
  )
}

const DONE = {
  restored: 'Appeal granted and text restored',
  lifted: 'Appeal granted and sanction lifted',
  none: 'Appeal granted. There was nothing left to reverse',
}
