import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorCode } from '../../../api/core/api-error.ts'
import { api, client } from '../../../api/core/client.ts'
import type { Viewer } from '../../../api/core/viewer.ts'
import { writeQuery } from '../../../platform/query-string.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CreateSearch } from './create-search.ts'
import { OtherFormat } from './other-format.tsx'
import { PostForm } from './post-form.tsx'
import type { Format, PostValues } from './use-post-form.ts'
import { WritePage } from './write-page.tsx'

const EMPTY: PostValues = { title: '', content: '', category_ids: [] }

export function CreatePage({ format, path, concept }: { format: Format; path: string } & CreateSearch) {
  return (
    <WritePage
      title="Create Post"
      subtitle="Share insights on human enhancement, consciousness, AI, and the future of life"
      card="New Discussion"
      here={path + writeQuery({ concept })}
    >
      {(viewer) => <CreateForm format={format} viewer={viewer} concept={concept} />}
    </WritePage>
  )
}

interface FormProps {
  format: Format
  viewer: Viewer
  concept: string | undefined
}

function CreateForm({ format, viewer, concept }: FormProps) {
  const categories = useQuery(api.categories.list.queryOptions()).data?.items
  const [initial] = useState(() => {
    // One that is not there could not be taken away again.
    const isThere = concept !== undefined && categories?.some(({ id }) => id === concept)
    return isThere ? { ...EMPTY, category_ids: [concept] } : EMPTY
  })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const onSaved = async (id: string) => {
    toast({
      kind: 'success',
      title: 'Post created successfully',
      description: 'Your post has been published to the forum.',
      action: { label: 'View', onPress: () => void navigate({ to: '/post/$id', params: { id } }) },
    })
    // Fetched anew: the list that opens now has the post in it from the start.
    queryClient.removeQueries({ queryKey: api.posts.list.key() })
    await navigate({ to: '/forum' })
  }
  return (
    <PostForm
      format={format}
      draft={{ memberId: viewer.id, form: `new-${format}` }}
      initial={initial}
      save={(values, id) => publish({ ...values, format, id })}
      onSaved={onSaved}
      failure={{ title: 'Error creating post', description: 'Failed to create post' }}
      submitLabel="Publish Post"
      pendingLabel="Publishing..."
      beside={(values, save) => <OtherFormat {...{ format, concept, values, save }} memberId={viewer.id} />}
      cancel={
        <ButtonLink kind="quiet" to="/forum">
          Cancel
        </ButtonLink>
      }
    />
  )
}

/** Published before, with the answer lost, and written on since: what is in the form now is what counts. */
async function publish(post: PostValues & { id: string; format: Format }) {
  await client.posts.create(post).catch((error) => {
    if (errorCode(error) !== 'CONFLICT') throw error
    return client.posts.update(post)
  })
}
