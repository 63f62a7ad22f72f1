import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorCode } from '../../../core/api-error.ts'
import { api, client } from '../../../core/client.ts'
import type { Viewer } from '../../../core/viewer.ts'
import { postParams } from '../../../shared/branding/item-address.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Post } from '../contract.ts'
import { htmlToPlain } from '../text.ts'
import { PostConflict } from './post-conflict.tsx'
import { PostForm } from './post-form.tsx'
import type { PostValues } from './use-post-form.ts'
import { WritePage } from './write-page.tsx'

export function EditPostPage({ id }: { id: string }) {
  const { data: post } = useSuspenseQuery(api.posts.read.queryOptions({ input: { id } }))
  return (
    <WritePage title="Edit Post" subtitle={post.title} card="Your post" here={`/post/${id}/edit`}>
      {(viewer) => <EditGate post={post} viewer={viewer} />}
    </WritePage>
  )
}

function EditGate({ post, viewer }: { post: Post; viewer: Viewer }) {
  const {
    data: viewerState,
    isError,
    refetch,
  } = useQuery(api.viewerState.read.queryOptions({ input: { posts: post.id } }))
  if (isError)
    return <ErrorState title="This post can’t be edited right now" onRetry={() => void refetch()} />
  if (!viewerState) return <Skeleton className="h-96" />
  if (!viewerState.posts[post.id]?.can.edit)
    return (
      <EmptyState
        title="Only its author can edit a post."
        action={
          <ButtonLink to="/post/$id/{-$slug}" params={postParams(post)}>
            View post
          </ButtonLink>
        }
      />
    )
  return <EditForm post={post} viewer={viewer} />
}

function EditForm({ post, viewer }: { post: Post; viewer: Viewer }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [opened] = useState(() => valuesOf(post))
  const [conflict, setConflict] = useState<{ latest: Post | undefined }>()
  // After a conflict, the author has seen the latest version, so saving may overwrite it, but no newer one.
  const save = async ({ updated_at: opened, ...values }: PostValues) => {
    const updated_at = conflict ? conflict.latest?.updated_at : opened
    return client.posts
      .update({ id: post.id, format: post.format, ...values, ...(updated_at && { updated_at }) })
      .catch(async (error) => {
        if (errorCode(error) !== 'CONFLICT') throw error
        const latest = await client.posts.read({ id: post.id }).catch(() => undefined)
        setConflict({ latest })
        throw error
      })
  }
  const onSaved = async () => {
    toast({ kind: 'success', title: 'Post updated' })
    queryClient.removeQueries({ queryKey: api.posts.list.key() })
    await queryClient.invalidateQueries({ queryKey: api.posts.key() })
    await navigate({ to: '/post/$id/{-$slug}', params: { id: post.id } })
  }
  return (
    <PostForm
      format={post.format}
      draft={{ memberId: viewer.id, form: `edit:${post.id}` }}
      initial={opened}
      save={save}
      onSaved={onSaved}
      isExplained={(error) => errorCode(error) === 'CONFLICT'}
      failure={{ title: 'Error saving post', description: 'Failed to save post' }}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      above={(form) =>
        conflict && (
          <PostConflict
            key={conflict.latest?.updated_at}
            {...{ id: post.id, form, latest: conflict.latest && valuesOf(conflict.latest) }}
            format={post.format}
            onSettled={() => setConflict(undefined)}
          />
        )
      }
      cancel={
        <ButtonLink kind="quiet" to="/post/$id/{-$slug}" params={postParams(post)}>
          Cancel
        </ButtonLink>
      }
    />
  )
}

function valuesOf({ title, content, format, concepts, updated_at }: Post): PostValues {
  return {
    title,
    content: format === 'plain' ? htmlToPlain(content) : content,
    concept_ids: concepts.map((concept) => concept.id),
    updated_at,
  }
}
