# syntax=docker/dockerfile:1
# The base image is pinned by digest. docs/deploy.md explains how to update it.
FROM node:24-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS build
WORKDIR /build
COPY package.json package-lock.json ./
# Without the package `node`: the image has its own Node.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run prepack

FROM node:24-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
# For the commands backup and restore on PostgreSQL: the major version of the server in compose.yaml.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/dist ./dist
RUN ln -s /app/dist/bin/quittance.cjs /usr/local/bin/quittance && mkdir /data && chown node:node /data
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_URL=sqlite:/data/quittance.db
# docker build --build-arg REVISION="$(git rev-parse HEAD)" --build-arg SOURCE=https://git.example.com/quittance
ARG REVISION=""
ARG SOURCE=""
LABEL org.opencontainers.image.title="Quittance" \
      org.opencontainers.image.description="A self-hosted invoicing and payment-request server for BTC, BCH, BSV, DASH, LTC and DOGE" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "/app/dist/bin/quittance.cjs"]
CMD ["serve"]
