import { useInfiniteQuery } from '@tanstack/react-query'
import { Avatar } from '../../ui/avatar.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Time } from '../../ui/format/time.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { displayName } from '../authors/display-name.ts'
import type { Change } from './contract.ts'
import { changePages } from './queries.ts'
import { fieldInWords } from './words.ts'

/** Who changed what, the latest first. */
export function ChangeList() {
  const list = useInfiniteQuery(changePages())
  const items = list.data?.pages.flatMap((page) => page.items)
  return (
    <section aria-labelledby="changes" className="mt-10">
      <h2 id="changes" className="border-b border-line pb-3 text-xl">
        Changes
      </h2>
      {list.isPending && <RowListSkeleton count={6} label="Loading changes" />}
      {items?.length === 0 && (
        <p className="py-6 text-muted">
          Nothing has been changed yet. Whatever is added, edited or deleted here will be listed with its
          author.
        </p>
      )}
      <ul aria-label="Changes">
        {items?.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </ul>
      <ListEnd list={list} failure="The changes could not be loaded" />
    </section>
  )
}

function ChangeRow({ change: { kind, name, act, fields, changed_by, created_at } }: { change: Change }) {
  return (
    <li data-list-item className="flex gap-3 border-b border-line py-3.5">
      <Avatar
        name={changed_by ? displayName(changed_by) : '?'}
        seed={changed_by?.username ?? ''}
        src={changed_by?.avatar_url}
        size="sm"
      />
      <div className="min-w-0 leading-snug wrap-anywhere">
        <p>
          {changed_by ? (
            <a href={`/profile/${changed_by.username}`} className="font-semibold hover:text-act">
              <bdi>{displayName(changed_by)}</bdi>
            </a>
          ) : (
            'Somebody who has left'
          )}{' '}
          {ACTS[act]} the {kind}{' '}
          <b dir="auto" className="font-semibold">
            {name}
          </b>
        </p>
        <p className="mt-0.5 text-sm text-faint">
          <Time iso={created_at} />
          {fields.length > 0 && ` · ${fields.map(fieldInWords).join(', ')}`}
        </p>
      </div>
    </li>
  )
}

const ACTS = {
  created: 'added',
  updated: 'changed',
  deleted: 'deleted',
  retried: 'had another try of',
  discarded: 'discarded',
}
