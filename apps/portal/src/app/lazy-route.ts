import type { ComponentType } from 'react'
import type { LazyRouteFunction, RouteObject } from 'react-router'
import { LIMITS } from '../config/limits.js'
import { screenTexts } from '../i18n/index.js'
import { ChunkLoadError } from '../lib/parts/late-part.js'

interface RouteModule {
  Component: ComponentType
}

/**
 * Loads a route's script and the screen texts. If the script is missing or has not arrived after 120 s, the route gets a
 * component that throws ChunkLoadError. A rejection would leave the screen empty if another screen was open before.
 */
export function lazyRoute(load: () => Promise<RouteModule>): LazyRouteFunction<RouteObject> {
  return async () => {
    try {
      const [{ Component }] = await withTimeout(Promise.all([load(), screenTexts()]))
      return { Component }
    } catch (error) {
      return {
        Component: () => {
          throw error
        },
      }
    }
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
