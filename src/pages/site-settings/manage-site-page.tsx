import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import type { Viewer } from '../../core/viewer.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { settingsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { SitePictures } from './site-pictures.tsx'

export function ManageSitePage() {
  return <ManagePage to="/manage/site">{(viewer) => <Settings viewer={viewer} />}</ManagePage>
}

function Settings({ viewer }: { viewer: Viewer }) {
  const { data, isError, refetch } = useQuery(settingsQuery())
  // Key of the form. Changing it renders the form again with the saved settings.
  const [round, setRound] = useState(0)
  if (isError && !data)
    return (
      <div className="mt-6">
        <ErrorState title="The settings could not be loaded" onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <div className="mt-6" role="status" aria-label="Loading settings">
        <Skeleton className="h-96" />
      </div>
    )
  return (
    <div className="mt-6 max-w-3xl">
      <SitePictures settings={data} />
      <SettingsForm
        key={round}
        viewer={viewer}
        settings={data}
        onClose={() => setRound((round) => round + 1)}
      />
    </div>
  )
}
