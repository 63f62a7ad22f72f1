import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { describeBuild } from './bin/describe-build.ts'
import { leanPreloads } from './bin/lean-preloads.ts'
import { leanStyles } from './bin/lean-styles.ts'

/** A letter fewer than by default: the files of a page name each other a thousand times. */
const FILE_NAMES = 'assets/[name]-[hash:7].js'
/** What every page of the application needs comes as one file: in a dozen small ones it compresses worse. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(history|query-core|react-query|react-router|react-store|router-core|store))\//
/** The starter has it, and so has the application: in two files a page that is only read would ask for one more. */
const SHARED_WITH_STARTER = /\/src\/platform\/(page-protocol|storage)\.ts$/
/** What pages with lists or discussions share, each of it small: as files of their own they take 4 KB more. */
const PARTS =
  /\/src\/(ui\/(format\/(count|time|format-number)|feedback\/(announcement|toast|skeleton|empty-state|error-state|use-failure-toast)|list\/(columns|next-page|use-grown-pages|use-kept-focus|use-linked-item)|form\/control-look|prose|badge|icon|mark|avatar|avatar-source)|platform\/(ids|keyset|uuid|query-string|head|suspicious-address)|api\/core\/(contract\.gen|http-client|client|query-options|public-paths)|features\/(accounts\/session\/session|follows\/(follows-skeleton|follows-search|metadata|titles)|authors\/(author-line|display-name)|shell\/navigation-focus|(posts|notes|comments)\/policy|notes\/notes-search|profile-page\/profile-search|posts\/(queries|list\/(search-params|list-skeletons|cursor)|write\/create-search|card\/(post-badges|score|highlighted))|drafts\/(names|use-stored-drafts)|mutes\/(hidden|hide-muted)|site\/(feed-links|list-boundary)|viewer-state\/use-viewer-state|votes\/(vote-control|use-vote|vote-state|shown-score)|bookmarks\/(bookmark-button|use-bookmark)))\.(tsx?|json)$/

/** A list of posts and what is around it. */
const LIST =
  /\/src\/(ui\/(tabs|list\/show-more)|features\/(aside\/(queries|with-aside)|categories\/(category-filter|concept-list|queries)|posts\/(card\/(cards-on-page|post-card|post-cards)|list\/(density-choice|filter-labels|list-filters|list-queries|post-list))))\.tsx?$/

export default defineConfig({
  plugins: [
    tailwindcss(),
    tanstackStart({
      router: {
        quoteStyle: 'single',
        codeSplittingOptions: {
          defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']],
        },
      },
    }),
    react(),
    leanPreloads(),
    leanStyles(),
    describeBuild(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: FILE_NAMES,
            chunkFileNames: FILE_NAMES,
            codeSplitting: {
              // What a part needs may be the starter's own, which guests get first.
              includeDependenciesRecursively: false,
              groups: [
                { name: 'framework', test: FRAMEWORK },
                { name: 'shared', test: SHARED_WITH_STARTER },
                { name: 'parts', test: PARTS },
                { name: 'list', test: LIST },
                {
                  name: 'moderated',
                  test: /\/src\/features\/(removal\/removed-stub|reports\/report-entry)\.tsx$/,
                },
              ],
            },
          },
        },
      },
    },
  },
  // The database and mail packages are Node programs, not bundles: they stay in node_modules.
  ssr: {
    external: [
      '@redis/client',
      'pg',
      'pg-boss',
      'pino',
      'nodemailer',
      'better-auth',
      'prom-client',
      'sanitize-html',
      'flydrive',
      'sharp',
    ],
  },
})
