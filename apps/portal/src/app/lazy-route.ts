import type { ComponentType } from 'react'
import type { LazyRouteFunction, RouteObject } from 'react-router'
import { LIMITS } from '../config/limits.js'
import { screenTexts } from '../i18n/index.js'
import { ChunkLoadError } from '../lib/parts/late-part.js'

interface RouteModule {
  Component: ComponentType
}

/**
 * Loads a route's script and the screen texts. Throws ChunkLoadError if the script is missing or has not arrived after 120 s.
 */
export function lazyRoute(load: () => Promise<RouteModule>): LazyRouteFunction<RouteObject> {
  return async () => {
    const [{ Component }] = await withTimeout(Promise.all([load(), screenTexts()]))
    return { Component }
  }
}

async function withTimeout<Value>(loading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timed out')), LIMITS.chunkLoadTimeoutMs)
  })
  try {
    return await Promise.race([loading, timeout])
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError('not available', { cause })
  } finally {
    clearTimeout(timer)
  }
}
