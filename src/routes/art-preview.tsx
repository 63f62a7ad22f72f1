import { createFileRoute } from '@tanstack/react-router'
import { ArtPage } from '../pages/art/art-page.tsx'
import { describedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/art-preview')({
  head: describedHead(
    'Art Concept Preview',
    '/art-preview',
    'Consciousness Ascension, Enhanced Library and Enhanced Anatomy: three works drawn by code.',
  ),
  component: ArtPage,
})
