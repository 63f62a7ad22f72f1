import { DateOnly, Time } from '../../ui/format/time.tsx'
import { displayName } from '../authors/display-name.ts'
import { AppealForm } from './appeal-form.tsx'
import { CaseHistory } from './case-history.tsx'
import type { CaseDetail } from './case-schemas.ts'
import { Closed } from './closed.tsx'
import { PlainLines } from './plain-lines.tsx'

type Appeal = NonNullable<CaseDetail['appeal']>

interface Props {
  detail: CaseDetail
  appeal: Appeal
  onDecided: () => void
}

/** What was done and why, what it was about, what its member says to it; and the decision. */
export function AppealDetails({ detail, appeal, onDecided }: Props) {
  const { closed, note, obstacle, snapshot, history, member } = detail
  return (
    <div className="mt-3 grid gap-4">
      <Contested action={appeal.action} />
      <Words
        label={appeal.action.action === 'remove' ? 'What it said' : 'What the member was told'}
        title={snapshot?.title}
      >
        {snapshot ? snapshot.content : 'It is erased.'}
      </Words>
      <Words label="The appeal">{appeal.words}</Words>
      <CaseHistory history={history} member={member} />
      {appeal.answer && <Words label="The answer">{appeal.answer}</Words>}
      {closed ? (
        <Closed closed={closed} note={note} />
      ) : obstacle ? (
        <p className="font-medium">{obstacle}</p>
      ) : (
        <AppealForm id={appeal.id} onDecided={onDecided} />
      )}
    </div>
  )
}

function Contested({ action }: { action: Appeal['action'] }) {
  const { id, acted_by, acted_as, rule, reason, created_at, ends_at } = action
  return (
    <div className="text-sm">
      <p>
        {acted_by ? displayName(acted_by) : acted_as === 'system' ? 'The forum' : 'Somebody who has left'}{' '}
        {action.action === 'remove' ? `removed a ${action.kind}` : (ACTS[action.action] ?? 'acted')}{' '}
        <Time iso={created_at} />
        {ends_at && (
          <>
            , until <DateOnly iso={ends_at} />
          </>
        )}
        .{' '}
        <a href={`/moderation?action=${id}`} className="text-act underline underline-offset-4">
          See it in the log
        </a>
      </p>
      {rule && <p className="mt-1 wrap-anywhere">Rule {rule}</p>}
      {reason && <p className="mt-1 wrap-anywhere whitespace-pre-line">{reason}</p>}
    </div>
  )
}

const ACTS: Record<string, string> = {
  warn: 'warned them',
  require_approval: 'required approval of what they write',
  rate_limit: 'limited how much they write',
  suspend: 'suspended them',
}

/** As plain words: what was removed may be made to be pressed. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <blockquote tabIndex={0} className="mt-1 max-h-96 overflow-y-auto wrap-anywhere">
        {title && <p className="mb-1 font-semibold">{title}</p>}
        <PlainLines text={children} />
      </blockquote>
    </section>
  )
}
