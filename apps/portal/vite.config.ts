import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.API_URL ?? 'http://localhost:8080'
const library = (name: string) => fileURLToPath(new URL(`../../libs/${name}/src`, import.meta.url))

/** Libraries that change rarely and are needed everywhere: a release of ours leaves them in the browser's cache. */
const vendorGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'mui', test: /node_modules\/(@mui|@emotion|stylis)\// },
  { name: 'map', test: /node_modules\/(leaflet|react-leaflet|@react-leaflet|supercluster|kdbush|topojson-client)\// },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform|zod)\// },
  { name: 'session', test: /node_modules\/(oidc-client-ts|react-oidc-context|@tanstack|openapi-fetch|i18next|react-i18next)\// },
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^@roadbook\/(contracts|geo)$/, replacement: `${library('$1')}/index.ts` },
      { find: /^@roadbook\/(contracts|geo)\/(.+)$/, replacement: `${library('$1')}/$2.ts` },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: { output: { codeSplitting: { groups: vendorGroups } } },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: api, ws: true },
      '/config.json': api,
      '/health': api,
    },
  },
})
