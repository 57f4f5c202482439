/** The businesses that a caller may see: their own and everything below it, or all of them. */
export type TenantScope = 'all' | readonly number[]
