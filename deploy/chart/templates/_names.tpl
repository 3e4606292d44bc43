{{- define "vitrine.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "vitrine.keys" -}}
{{ .Values.keys.secretName | default (printf "%s-keys" (include "vitrine.name" .)) }}
{{- end }}

{{- define "vitrine.account" -}}
{{- if .Values.serviceAccount.create }}
{{- .Values.serviceAccount.name | default (include "vitrine.name" .) }}
{{- else }}
{{- required "serviceAccount.name has to be given: the account that is there already." .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "vitrine.selector" -}}
app.kubernetes.io/name: vitrine
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "vitrine.labels" -}}
{{ include "vitrine.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* What servers of one kind do: their own, and for `web` also that of kinds without servers. */}}
{{- define "vitrine.roles" -}}
{{- if ne .kind "web" }}{{ .kind }}
{{- else }}web{{ if not .root.Values.jobs.replicas }},jobs{{ end }}{{ if not .root.Values.render.replicas }},render{{ end }}
{{- end }}
{{- end }}
