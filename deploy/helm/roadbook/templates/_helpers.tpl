{{- define "roadbook.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "roadbook.selector" -}}
app.kubernetes.io/name: roadbook
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "roadbook.labels" -}}
{{ include "roadbook.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "roadbook.image" -}}
{{- $registry := required "image.registry: where are the images of the Dockerfile?" .root.Values.image.registry -}}
{{ printf "%s/%s:%s" $registry .image (default .root.Chart.AppVersion .root.Values.image.tag) }}
{{- end }}

{{- /* A value of a variable as text. Numbers of a file are floats to Helm, and a million would be 1e+06. */}}
{{- define "roadbook.text" -}}
{{- if kindIs "float64" . }}{{ if eq (floor .) . }}{{ int64 . }}{{ else }}{{ . }}{{ end }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- /* Variables of one process: those of all, its own, and those that the chart sets. Kubernetes sets none of its own (enableServiceLinks). */}}
{{- define "roadbook.variables" -}}
{{- $own := dict -}}
{{- if ne .component "migrate" }}{{ $own = (index .root.Values .component).config }}{{ end -}}
{{- range $name, $value := merge (deepCopy .set) $own .root.Values.config }}
{{ $name }}: {{ include "roadbook.text" $value | quote }}
{{- end }}
{{- end }}

{{- /* What a pod may do: nothing. It writes to /tmp alone. */}}
{{- define "roadbook.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "roadbook.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "roadbook.volumes" -}}
- name: tmp
  emptyDir: {}
{{- with .Values.files.secret }}
- name: files
  secret: { secretName: {{ . }} }
{{- end }}
{{- with .Values.files.configMap }}
- name: files
  configMap: { name: {{ . }} }
{{- end }}
{{- end }}

{{- define "roadbook.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if or .Values.files.secret .Values.files.configMap }}
- { name: files, mountPath: /files, readOnly: true }
{{- end }}
{{- end }}

{{- /*
One kind of process: its ConfigMap, Deployment, PodDisruptionBudget.
root; component; secret: name of its Secret; health: its health port; ports: further ports of the container; set: variables;
graceSeconds: time to end; replicas: false where something scales it.
*/}}
{{- define "roadbook.process" -}}
{{- $values := index .root.Values .component -}}
{{- $name := printf "%s-%s" (include "roadbook.name" .root) .component -}}
{{- $variables := include "roadbook.variables" . -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ $name }}
  labels: {{- include "roadbook.labels" . | nindent 4 }}
data:
  {{- $variables | trim | nindent 2 }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels: {{- include "roadbook.labels" . | nindent 4 }}
spec:
  {{- if not .isScaled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  # A new pod is ready before an old one stops.
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  selector:
    matchLabels: {{- include "roadbook.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "roadbook.labels" . | nindent 8 }}
      annotations:
        # Changed variables replace the pods. The chart does not see your Secrets: after you change one, run `kubectl rollout restart`.
        checksum/config: {{ $variables | sha256sum }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ .graceSeconds }}
      securityContext: {{- include "roadbook.podSecurity" . | nindent 8 }}
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "roadbook.selector" . | nindent 14 }}
      containers:
        - name: {{ .component }}
          image: {{ include "roadbook.image" (dict "root" .root "image" .component) }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          securityContext: {{- include "roadbook.containerSecurity" . | nindent 12 }}
          envFrom:
            - configMapRef: { name: {{ $name }} }
            - secretRef: { name: {{ .secret }} }
          ports:
            {{- range .ports }}
            - { name: {{ .name }}, containerPort: {{ .port }}, protocol: {{ .protocol | default "TCP" }} }
            {{- end }}
            - { name: health, containerPort: {{ .health }} }
          # Migrations and the first snapshot may take a while. Only the event loop must run.
          startupProbe: { httpGet: { path: /health/live, port: health }, periodSeconds: 2, failureThreshold: 60 }
          livenessProbe: { httpGet: { path: /health/live, port: health }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
          readinessProbe: { httpGet: { path: /health/ready, port: health }, periodSeconds: 2, timeoutSeconds: 4, failureThreshold: 2 }
          resources: {{- toYaml $values.resources | nindent 12 }}
          volumeMounts: {{- include "roadbook.mounts" .root | nindent 12 }}
      volumes: {{- include "roadbook.volumes" .root | nindent 8 }}
{{- if .root.Values.podDisruptionBudget.enabled }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels: {{- include "roadbook.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- include "roadbook.selector" . | nindent 6 }}
{{- end }}
{{- end }}

{{- /* Scales a kind of process by its CPU. */}}
{{- define "roadbook.byCpu" -}}
{{- $values := index .root.Values .component -}}
{{- $name := printf "%s-%s" (include "roadbook.name" .root) .component -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels: {{- include "roadbook.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $name }} }
  minReplicas: {{ $values.autoscaling.minReplicas }}
  maxReplicas: {{ $values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ $values.autoscaling.cpuPercent }} } }
  # A gateway that stops disconnects its trackers, so only a few stop at a time.
  behavior: { scaleDown: { stabilizationWindowSeconds: 600, policies: [{ type: Pods, value: 1, periodSeconds: 120 }] } }
{{- end }}
