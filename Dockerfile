# Build: everything npm ci brings, and the site.
FROM node:24-bookworm-slim AS build
WORKDIR /dahlia
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The base image has Node: the project's own, which npm brings, stays behind with the build tools.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/node node_modules/.bin/node node_modules/node-bin-*

# Run: no compiler, no tests, no root.
FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_LEVEL=info
WORKDIR /dahlia
COPY --from=build /dahlia/node_modules node_modules
COPY --from=build /dahlia/build build
COPY --from=build /dahlia/package.json ./
COPY --from=build /dahlia/server server
COPY --from=build /dahlia/platform platform
COPY --from=build /dahlia/supabase supabase
COPY --from=build /dahlia/domain domain
COPY --from=build /dahlia/design/fonts design/fonts
COPY --from=build /dahlia/demo demo
COPY --from=build /dahlia/scripts scripts
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Alive, not ready: a container is not restarted because its database is away.
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that SIGTERM reaches it and the stop is an orderly one: of the worker, then of the server.
CMD ["node", "scripts/supervise.ts"]
