import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { errorCode } from '../../core/api-error.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFocusAfter } from '../../ui/list/use-focus-after.ts'
import { ConfirmDialog, Dialog } from '../../ui/overlay/dialog.tsx'
import { useSession } from '../session/session.tsx'
import type { Collection } from './contract.ts'
import { capitalize, type ItemKind } from './policy.ts'
import { collectionsQuery, useRefetchCollection } from './queries.ts'

interface Props<Item> {
  kind: ItemKind
  collection: Collection['name']
  title: string
  list: {
    data: Item[] | undefined
    isPending: boolean
    isError: boolean
    retry: () => void
    more?: ReactNode
  }
  /** Text for an empty list. */
  none: string
  nameOf: (item: Item) => string
  /** Renders the content of an item's row. */
  children: (item: Item) => ReactNode
  form: (item: Item | undefined, close: () => void) => ReactNode
  /** Hides the button that adds an item. */
  isClosed?: boolean
  remove: (id: string) => Promise<unknown>
  /** Describes the consequence of deleting the item. */
  consequence: (item: Item) => string
}

export function ItemList<Item extends { id: string }>(props: Props<Item>) {
  const { kind, title, list, none, nameOf } = props
  const [edited, setEdited] = useState<{ item: Item | undefined; open: boolean }>()
  const [toDelete, setToDelete] = useState<{ item: Item; open: boolean }>()
  const collections = useQuery(collectionsQuery())
  const can = collections.data?.items.find(({ name }) => name === props.collection)?.can
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = useRemoval(props, useFocusAfter(list.data, heading))
  const show = useRefetchCollection(props.collection)
  const close = () => setEdited((was) => was && { ...was, open: false })
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line pb-3">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-xl outline-none">
          {title}
        </h2>
        {can?.create && !props.isClosed && (
          <Button icon="icon-plus" onClick={() => setEdited({ item: undefined, open: true })}>
            Add {kind}
          </Button>
        )}
      </div>
      {list.isPending && <RowListSkeleton count={6} label={`Loading ${title.toLowerCase()}`} />}
      {list.data?.length === 0 && <p className="py-6 text-muted">{none}</p>}
      <ul>
        {list.data?.map((item) => (
          <li key={item.id} data-list-item className="flex items-start gap-1 border-b border-line py-3">
            <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">{props.children(item)}</div>
            {can?.update && (
              <IconButton
                icon="icon-pencil"
                label={`Edit ${nameOf(item)}`}
                onClick={() => setEdited({ item, open: true })}
              />
            )}
            {can?.delete && (
              <IconButton
                icon="icon-trash"
                label={`Delete ${nameOf(item)}`}
                onClick={() => setToDelete({ item, open: true })}
              />
            )}
          </li>
        ))}
      </ul>
      {(list.isError || collections.isError) && (
        <div className="mt-5">
          <ErrorState
            title={`${title} could not be loaded`}
            onRetry={() => {
              if (list.isError) list.retry()
              if (collections.isError) void collections.refetch()
            }}
          />
        </div>
      )}
      {list.more}
      {edited && (
        <Dialog open={edited.open} onClose={close} title={`${edited.item ? 'Edit' : 'Add'} ${kind}`}>
          <div key={edited.item?.id ?? 'new'}>{props.form(edited.item, close)}</div>
        </Dialog>
      )}
      {toDelete && (
        <ConfirmDialog
          open={toDelete.open}
          onClose={() => setToDelete({ ...toDelete, open: false })}
          title={`Delete “${nameOf(toDelete.item)}”?`}
          description={props.consequence(toDelete.item)}
          confirmLabel="Delete"
          danger
          onConfirm={() => remove(toDelete.item)}
          // Updates the list only now, because focus first returns to the button in the row.
          onClosed={() => {
            setToDelete(undefined)
            void show()
          }}
        />
      )}
    </section>
  )
}

function useRemoval<Item extends { id: string }>(
  { kind, remove }: Props<Item>,
  onRemoved: (id: string) => void,
) {
  const { refresh } = useSession()
  return async ({ id }: Item) => {
    try {
      await remove(id)
      onRemoved(id)
      toast({ kind: 'success', title: `${capitalize(kind)} deleted` })
    } catch (error) {
      if (errorCode(error) === 'FORBIDDEN') void refresh()
      showFailureToast(`The ${kind} could not be deleted`, error)
    }
  }
}
