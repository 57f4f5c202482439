/** Ids of the businesses that a caller is allowed to see (their own and all below it), or `all`. */
export type TenantScope = 'all' | readonly number[]
