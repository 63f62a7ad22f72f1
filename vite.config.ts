import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
  ],
  // The database and mail packages are Node programs, not bundles: they stay in node_modules.
  ssr: {
    external: [
      'pg',
      'pg-boss',
      'pino',
      'nodemailer',
      'better-auth',
      'prom-client',
      'sanitize-html',
      'flydrive',
      'satori',
      'sharp',
    ],
  },
})
