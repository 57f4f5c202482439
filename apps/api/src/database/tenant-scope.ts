/** Businesses that a caller is allowed to see: the ids of their own business and all below it, or `all`. */
export type TenantScope = 'all' | readonly number[]
