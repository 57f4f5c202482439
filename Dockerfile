# One build, one image a process: docker build --target gateway|consumer|api|tools .
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /roadbook
COPY package.json package-lock.json .npmrc ./
COPY libs ./libs
COPY apps ./apps
COPY migrations ./migrations
COPY tools ./tools
COPY data ./data
COPY tsconfig.json tsconfig.base.json tsconfig.build.json CHANGELOG.md ./
# The Node that a checkout brings along is left out: the image has its own.
RUN npm ci --no-audit --no-fund && npm run build && npm run sbom && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node \
  && find apps libs migrations tools -name '*.ts' -not -name '*.d.ts' -not -path '*/node_modules/*' -delete

FROM node:24.21.0-bookworm-slim AS runtime
ENV NODE_ENV=production
WORKDIR /roadbook
COPY --from=build --chown=node:node /roadbook /roadbook
USER node

FROM runtime AS gateway
EXPOSE 5000 5027 9101
HEALTHCHECK --interval=10s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:9101/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/gateway/dist/main.js"]

FROM runtime AS consumer
EXPOSE 9102
HEALTHCHECK --interval=10s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:9102/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/consumer/dist/main.js"]

FROM runtime AS api
ENV PORTAL_DIR=/roadbook/apps/portal/dist
EXPOSE 8080 9103
HEALTHCHECK --interval=10s --start-period=15s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/dist/main.js"]

FROM runtime AS tools
ENTRYPOINT ["node", "tools/dist/cli.js"]
