{{/* The servers of one kind: `root`, and `kind` as a key of the values. */}}
{{- define "vitrine.servers" -}}
{{- $values := .root.Values }}
{{- $own := index $values .kind }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "vitrine.name" .root }}-{{ .kind }}
  labels:
    {{- include "vitrine.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .kind }}
  {{- with $values.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $own) }}
  replicas: {{ $own.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "vitrine.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .kind }}
  template:
    metadata:
      labels:
        {{- include "vitrine.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .kind }}
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "vitrine.pod" . | nindent 6 }}
{{- end }}

{{- define "vitrine.pod" -}}
{{- $values := .root.Values }}
{{- $own := index $values .kind }}
serviceAccountName: {{ include "vitrine.account" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ add $values.drainSeconds 30 }}
securityContext:
  {{- toYaml $values.podSecurityContext | nindent 2 }}
{{- with $values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- if not .args }}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "vitrine.selector" $.root | nindent 8 }}
        app.kubernetes.io/component: {{ $.kind }}
  {{- end }}
{{- end }}
{{- with $values.initContainers }}
initContainers:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: vitrine
    image: {{ $values.image.repository }}:{{ $values.image.tag | default .root.Chart.AppVersion }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    args: [{{ .args | default "serve" }}]
    {{- if not .args }}
    ports:
      {{- if eq .kind "web" }}
      - { name: interface, containerPort: 7700 }
      {{- end }}
      - { name: management, containerPort: 7701 }
    {{- end }}
    env:
      {{- if not .args }}
      - { name: VITRINE_ROLES, value: {{ include "vitrine.roles" . | quote }} }
      {{- end }}
      - { name: VITRINE_BASE_URL, value: {{ required "baseUrl has to be given: the address under which clients reach the servers." $values.baseUrl | quote }} }
      - { name: VITRINE_BLOBS, value: {{ required "blobs has to be given: the bucket of the designs." $values.blobs | quote }} }
      - { name: VITRINE_TRUSTED_PROXIES, value: {{ required "trustedProxies has to be given: the addresses of what ends TLS." $values.trustedProxies | quote }} }
      - { name: VITRINE_DRAIN, value: "{{ $values.drainSeconds }}s" }
      - { name: VITRINE_CACHE_BYTES, value: {{ $values.scratch.cacheBytes | quote }} }
      - { name: VITRINE_IMAGE_CACHE_BYTES, value: {{ $values.scratch.imageCacheBytes | quote }} }
      - { name: VITRINE_SECRET_FILE, value: /run/secrets/vitrine/secret }
      {{- if $values.keys.hasOldSecret }}
      - { name: VITRINE_SECRET_OLD_FILE, value: /run/secrets/vitrine/secret-old }
      {{- end }}
      - { name: VITRINE_ADMIN_TOKEN_FILE, value: /run/secrets/vitrine/admin-token }
      {{- if .workspace }}
      - { name: VITRINE_URL, value: {{ $values.baseUrl | quote }} }
      - name: VITRINE_TOKEN
        valueFrom: { secretKeyRef: { name: {{ include "vitrine.keys" .root }}, key: admin-token } }
      {{- end }}
      {{- if $values.certificateAuthority.configMapName }}
      - { name: NODE_EXTRA_CA_CERTS, value: /run/certificates/authority.pem }
      {{- end }}
      {{- range $name, $value := $values.settings }}
      - { name: {{ $name }}, value: {{ $value | quote }} }
      {{- end }}
      {{- with $values.extraEnv }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    {{- with $values.secretSettings }}
    envFrom:
      {{- range . }}
      - secretRef: { name: {{ . }} }
      {{- end }}
    {{- end }}
    {{- if not .args }}
    # Its port opens first, and is there while the server waits for its database.
    startupProbe:
      httpGet: { path: /health, port: management }
      periodSeconds: 2
      timeoutSeconds: 5
      failureThreshold: 60
    livenessProbe:
      httpGet: { path: /health, port: management }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /ready, port: management }
      periodSeconds: 2
      timeoutSeconds: 2
      failureThreshold: 2
    {{- end }}
    resources:
      {{- include "vitrine.resources" . | nindent 6 }}
    securityContext:
      {{- toYaml $values.securityContext | nindent 6 }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
      - { name: keys, mountPath: /run/secrets/vitrine, readOnly: true }
      {{- if $values.certificateAuthority.configMapName }}
      - { name: authority, mountPath: /run/certificates, readOnly: true }
      {{- end }}
      {{- if .workspace }}
      - { name: workspace, mountPath: /run/workspace, readOnly: true }
      {{- end }}
      {{- with $values.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
volumes:
  - name: data
    emptyDir: { sizeLimit: {{ $values.scratch.size }} }
  - name: tmp
    emptyDir: { sizeLimit: 1Gi }
  - name: keys
    # Read by the user and the group of the pod, and nobody else: 0440.
    secret: { secretName: {{ include "vitrine.keys" .root }}, defaultMode: 288 }
  {{- with $values.certificateAuthority }}
  {{- if .configMapName }}
  - name: authority
    configMap: { name: {{ .configMapName }}, items: [{ key: {{ .key | quote }}, path: authority.pem }] }
  {{- end }}
  {{- end }}
  {{- if .workspace }}
  - name: workspace
    configMap: { name: {{ .workspace }} }
  {{- end }}
  {{- with $values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* What was said, and for a server the disk that its folder may take, so that it comes to a node which has it. */}}
{{- define "vitrine.resources" -}}
{{- $resources := deepCopy ((index .root.Values .kind).resources | default dict) }}
{{- if not .args }}
{{- $resources = mergeOverwrite (dict "requests" (dict "ephemeral-storage" .root.Values.scratch.size)) $resources }}
{{- end }}
{{- toYaml $resources }}
{{- end }}
