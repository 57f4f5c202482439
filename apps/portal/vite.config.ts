import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { changeLog } from './change-log.js'
import { serviceWorker } from './service-worker.js'
import { startSet } from './start-set.js'
import { startTexts } from './start-texts.js'

const api = process.env.API_URL ?? 'http://localhost:8080'
const library = (name: string) => fileURLToPath(new URL(`../../libs/${name}/src`, import.meta.url))

/** Maximum kilobytes of JavaScript before the frame of a screen is drawn. */
const start = startSet(248)

/** Libraries that seldom change and are needed everywhere. Their own files stay in the browser's cache over our releases. */
const vendorGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'map', test: /node_modules\/(leaflet|react-leaflet|@react-leaflet|supercluster|kdbush|topojson-client)\// },
  { name: 'session', test: /node_modules\/(oidc-client-ts|react-oidc-context|@tanstack|openapi-fetch|i18next|react-i18next)\// },
  { name: 'start', test: start.has },
  { name: 'opened', test: start.opens },
  { name: 'icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\// },
]

/** Files that a phone needs to start the portal offline; the map's data stays on the server. */
const keptOnDevice = [
  'manifest.webmanifest',
  'index.html',
  'maintenance.{html,css,js}',
  'theme-boot.js',
  'favicon*.svg',
  'icons/*.png',
  'assets/*.{js,css,woff2,wasm}',
]

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), changeLog(), startTexts(), start.plugin, serviceWorker('src/service-worker/sw.ts', 'sw.js', keptOnDevice)],
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
    // The compressed sizes are not used.
    reportCompressedSize: false,
    // Source maps for reading stack traces. No file refers to its map, and the API serves none.
    sourcemap: 'hidden',
    // The duration of its plugins is of no use to somebody who starts the product.
    rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: { groups: vendorGroups } } },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: api, ws: true },
      '/config.json': api,
      '/basemap.pmtiles': api,
      '/health': api,
    },
  },
})
