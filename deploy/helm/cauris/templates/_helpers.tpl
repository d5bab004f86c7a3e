{{- define "cauris.name" -}}
{{- printf "%s" .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "cauris.selector" -}}
app.kubernetes.io/name: cauris
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "cauris.labels" -}}
{{ include "cauris.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "cauris.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "cauris.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "cauris.name" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end -}}

{{- /* What the pods of the service and of the migration have in common. */ -}}
{{- define "cauris.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "cauris.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "cauris.secretEnv" -}}
- name: {{ .setting }}
  valueFrom: { secretKeyRef: { name: {{ .secret | quote }}, key: {{ .key | quote }} } }
{{- end -}}
