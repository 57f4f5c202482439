import type { KoaContextWithOIDC } from 'oidc-provider'
import { problemPage, unavailablePage } from './pages/notice-pages.js'
import type { ProviderPages } from './provider/create-provider.js'
import { Unavailable } from './provider/unavailable.js'
import { signedOut, signOut } from './routes/sign-out.js'
import { pageOf, type ServerOptions } from './server.js'

/** Creates the pages that the OpenID provider needs for its answers. */
export function providerPages(options: ServerOptions): ProviderPages {
  const page = (ctx: KoaContextWithOIDC) => pageOf(options, ctx.req, ctx.res)
  return {
    renderError: (ctx, out, error) => {
      ctx.type = 'html'
      if (error instanceof Unavailable) {
        ctx.status = 503
        ctx.set('Retry-After', '5')
        ctx.body = unavailablePage({ ...page(ctx), path: ctx.url })
      } else ctx.body = problemPage(page(ctx), out.error)
    },
    logoutSource: (ctx) => signOut(ctx, options.pool, page),
    postLogoutSuccessSource: (ctx) => signedOut(ctx, page),
  }
}
