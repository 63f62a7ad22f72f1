import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { errorCode } from '../../../core/api-error.ts'
import { api, client } from '../../../core/client.ts'
import type { Viewer } from '../../../core/viewer.ts'
import { expectPublication, showPendingToast } from '../../../moderation/approval/pending-toasts.ts'
import { ReviewNotice } from '../../../moderation/approval/review-notice.tsx'
import { writeQuery } from '../../../platform/http/query-string.ts'
import { newId } from '../../../platform/ids.ts'
import type { SubmissionFacts } from '../../../shared/drafts/submission-facts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CreateSearch } from './create-search.ts'
import { newPostDrafts, newPostKey } from './new-drafts.ts'
import { OtherFormat } from './other-format.tsx'
import { PostForm } from './post-form.tsx'
import type { PostFormat, PostValues } from './use-post-form.ts'
import { WritePage } from './write-page.tsx'

const EMPTY: PostValues = { title: '', content: '', concept_ids: [] }

interface Props extends CreateSearch {
  format: PostFormat
  path: string
}

export function CreatePage({ format, path, concept, draft }: Props) {
  return (
    <WritePage
      title="Create Post"
      subtitle="Share insights on human enhancement, consciousness, AI, and the future of life"
      card="New Discussion"
      here={path + writeQuery({ concept, draft })}
    >
      {(viewer) => <NewPost {...{ format, viewer, concept, draft }} />}
    </WritePage>
  )
}

interface FormProps extends CreateSearch {
  format: PostFormat
  viewer: Viewer
}

/** Form for a new post. Opens the URL's draft, or a new one, whose id the first change adds to the URL. */
function NewPost(props: FormProps) {
  const [{ id, isNamed }, setDraft] = useState(() => begun(props.draft))
  const isOther = props.draft === undefined ? isNamed : props.draft !== id
  if (isOther || (props.draft === id && !isNamed)) setDraft(begun(props.draft))
  return (
    <>
      <OtherDrafts memberId={props.viewer.id} id={id} />
      <CreateForm key={id} {...props} id={id} />
    </>
  )
}

function begun(draft: string | undefined) {
  return { id: draft ?? newId(), isNamed: draft !== undefined }
}

function CreateForm({ format, viewer, concept, draft, id }: FormProps & { id: string }) {
  const concepts = useQuery(api.concepts.list.queryOptions()).data?.items
  const [initial] = useState(() => {
    // Ignores an unknown concept in the URL, because the author could not deselect it.
    const isThere = concept !== undefined && concepts?.some(({ id }) => id === concept)
    return isThere ? { ...EMPTY, concept_ids: [concept] } : EMPTY
  })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isHeld = useRef(false)
  const onSaved = async (id: string) => {
    if (isHeld.current) {
      expectPublication(id)
      await showPendingToast(queryClient, 'post')
      return navigate({ to: '/forum' })
    }
    toast({
      kind: 'success',
      title: 'Post created successfully',
      description: 'Your post has been published to the forum.',
      action: { label: 'View', onPress: () => void navigate({ to: '/post/$id/{-$slug}', params: { id } }) },
    })
    // Removes cached lists, so that the next list contains the new post.
    queryClient.removeQueries({ queryKey: api.posts.list.key() })
    await navigate({ to: '/forum' })
  }
  return (
    <PostForm
      format={format}
      draft={newPostKey(viewer.id, format, id)}
      onFirstChange={() =>
        draft === undefined &&
        void navigate({ to: '.', search: { concept, draft: id }, replace: true, resetScroll: false })
      }
      initial={initial}
      save={async (values, id, facts) => {
        isHeld.current = await publish({ ...values, format, id }, facts)
      }}
      onSaved={onSaved}
      above={() => <ReviewNotice />}
      failure={{ title: 'Error creating post', description: 'Failed to create post' }}
      submitLabel="Publish Post"
      pendingLabel="Publishing..."
      beside={(values, save) => (
        <OtherFormat {...{ format, concept, id, values, save }} memberId={viewer.id} />
      )}
      cancel={
        <ButtonLink kind="quiet" to="/forum">
          Cancel
        </ButtonLink>
      }
    />
  )
}

/** Creates a post, or updates one that a failed attempt created. Returns true if it awaits approval. */
async function publish(
  post: PostValues & { id: string; format: PostFormat },
  facts: SubmissionFacts,
): Promise<boolean> {
  try {
    return (await client.posts.create({ ...post, ...facts })).pending !== undefined
  } catch (refusal) {
    if (errorCode(refusal) !== 'CONFLICT') throw refusal
    await client.posts.update(post).catch((error) => {
      throw errorCode(error) === 'NOT_FOUND' ? refusal : error
    })
    return false
  }
}

/** Links to the member's other drafts of new posts. `id` is the id of the open draft. */
function OtherDrafts({ memberId, id }: { memberId: string; id: string }) {
  const [drafts] = useState(() => newPostDrafts(memberId))
  const others = drafts.filter(({ form }) => !form.endsWith(`:${id}`)).length
  if (others === 0) return null
  return (
    <p className="mb-5 text-sm text-muted">
      {others === 1 ? 'You have another unfinished post' : `You have ${others} other unfinished posts`} among{' '}
      <Link
        to="/drafts"
        className="inline-flex min-h-8 items-center text-act underline pointer-coarse:min-h-11"
      >
        your drafts
      </Link>
      .
    </p>
  )
}
