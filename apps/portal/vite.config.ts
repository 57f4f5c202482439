import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { changeLog } from './change-log.js'
import { serviceWorker } from './service-worker.js'
import { startSet } from './start-set.js'
import { startTexts } from './start-texts.js'

const api = process.env.API_URL ?? 'http://localhost:8080'
const library = (name: string) => fileURLToPath(new URL(`../../libs/${name}/src`, import.meta.url))

/** Kilobytes of JavaScript before the frame of a screen is drawn. */
const start = startSet(248)

/** Libraries that change rarely and are needed everywhere: a release of ours leaves them in the browser's cache. */
const vendorGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'map', test: /node_modules\/(leaflet|react-leaflet|@react-leaflet|supercluster|kdbush|topojson-client)\// },
  { name: 'session', test: /node_modules\/(oidc-client-ts|react-oidc-context|@tanstack|openapi-fetch|i18next|react-i18next)\// },
  { name: 'start', test: start.has },
  { name: 'opened', test: start.opens },
  { name: 'icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\// },
]

/** A phone needs these to start the portal without a network; the map's data stays on the server. */
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
    // Nobody reads how small the files would be when zipped.
    reportCompressedSize: false,
    // Kept beside the files for whoever reads a stack; no file names its map, and the API serves none.
    sourcemap: 'hidden',
    // How long its plugins took says nothing to somebody who starts the product.
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
